'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { cancelPriceChangeAction, repeatPriceChangeAction, undoPriceChangeAction } from '@/lib/money/prices/actions'

type Props = { change: { id: string; canUndo: boolean; canRepeat: boolean; canCancel: boolean } }

export function ChangeActions({ change: { id: changeId, canUndo, canRepeat, canCancel } }: Props) {
  const t = useTranslations('priceDesk.form')
  const undo = useAction(undoPriceChangeAction, { refresh: true })
  const cancel = useAction(cancelPriceChangeAction, { refresh: true })
  const repeat = useAction(repeatPriceChangeAction, { refresh: true })
  return (
    <span className="flex flex-wrap gap-2">
      {canCancel && (
        <Button size="sm" pending={cancel.pending} onClick={() => void cancel.run({ changeId })}>
          {t('cancelPlan')}
        </Button>
      )}
      {canRepeat && (
        <Button
          size="sm"
          pending={repeat.pending}
          disabled={undo.pending}
          onClick={() => void repeat.run({ changeId })}
        >
          {t('repeat')}
        </Button>
      )}
      {canUndo && (
        <Button size="sm" pending={undo.pending} disabled={repeat.pending} onClick={() => void undo.run({ changeId })}>
          {t('undo')}
        </Button>
      )}
    </span>
  )
}
