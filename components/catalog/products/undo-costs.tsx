'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { takeBackCostsAction } from '@/lib/catalog/costs/actions'
import type { SavedCosts } from './save-costs'

/** The last saved costs, with their way back. Give it a new key for each saving. */
export function UndoCosts({ saved: { count, undo } }: { saved: SavedCosts }) {
  const t = useTranslations('products.costs')
  const [done, setDone] = useState<{ costs: number; kept: number } | null>(null)
  const undoing = useAction(takeBackCostsAction, { refresh: true, onSuccess: setDone })
  if (undo.entries.length === 0) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {done
        ? [t('takenBack', { count: done.costs }), done.kept > 0 && t('takenBackKept', { count: done.kept })]
            .filter(Boolean)
            .join(' ')
        : t('saved', { count })}
      {!done && (
        <Button size="sm" pending={undoing.pending} onClick={() => void undoing.run(undo)}>
          {t('undo')}
        </Button>
      )}
    </p>
  )
}
