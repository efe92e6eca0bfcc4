'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { createProductsAction } from '@/lib/connect/order-imports/actions'
import type { ImportProgress, ImportSummary } from '@/lib/connect/order-imports/schema'
import { useImportProgress } from './use-import-progress'

type CreateProductsCardProps = {
  importId: string
  unknown: number
  products: NonNullable<ImportSummary['products']> | null
  progress: ImportProgress
}

/** Items sold without a product in the catalogue, and the one step that makes the products. */
export function CreateProductsCard({ importId, unknown, products, progress: initial }: CreateProductsCardProps) {
  const t = useTranslations('imports.result')
  const create = useAction(createProductsAction, { refresh: true })
  const { progress } = useImportProgress(importId, initial)
  const made = progress.products ?? products
  const state = made?.state ?? 'open'
  const reference = made?.reference
  const failure = useMemo(() => ({ code: 'importProductsFailed' as const, reference }), [reference])
  return (
    <Card>
      <CardHeader
        title={t('unknownTitle')}
        description={state === 'done' && made ? t('createdProducts', made) : t('unknownText', { count: unknown })}
      />
      {state === 'open' && (
        <>
          <p className="mt-2 max-w-prose text-[13px] text-ink-2">{t('createHint')}</p>
          <Button className="mt-3" pending={create.pending} onClick={() => void create.run({ importId })}>
            {t('create')}
          </Button>
        </>
      )}
      {state === 'failed' && (
        <div className="mt-3 space-y-3">
          <FormError error={failure} />
          <Button pending={create.pending} onClick={() => void create.run({ importId })}>
            {t('createAgain')}
          </Button>
        </div>
      )}
      {state === 'running' && made && (
        <div className="mt-3">
          <Progress label={t('creating')} value={made.mapped} max={unknown} detail={t('creatingDetail', made)} />
        </div>
      )}
    </Card>
  )
}
