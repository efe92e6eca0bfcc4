'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/core/dates'
import { moveMoneyFileAction, previewMoneyMoveAction } from '@/lib/connect/money-reports/actions'
import type { MoneyMovePreview } from '@/lib/connect/money-reports/move-money-file'
import { moveImportAction, previewMoveAction } from '@/lib/connect/order-imports/actions'
import type { MovePreview } from '@/lib/connect/order-imports/move-import'
import type { ImportMove } from '@/lib/connect/order-imports/schema'

type Props = {
  importId: string
  shop: { id: string; name: string }
  /** The company's other shops. */
  others: { id: string; name: string }[]
  move: ImportMove | null
  /** The import's kind. */
  of?: keyof typeof kinds
}

type Preview = Pick<MovePreview, 'moves' | 'closedMonths'> & Partial<Omit<MovePreview & MoneyMovePreview, 'moves'>>
const kinds = {
  orders: { words: 'imports.result.move', preview: previewMoveAction, move: moveImportAction },
  money: { words: 'moneyFiles.result.move', preview: previewMoneyMoveAction, move: moveMoneyFileAction },
} as const

/** Takes what an import of the wrong shop brought to the right one, after showing what would move and what stays. */
export function MoveImport({ importId, shop, others, move, of = 'orders' }: Props) {
  const kind = kinds[of]
  const t = useTranslations(kind.words)
  const orders = useTranslations('imports.result.move')
  const money = useTranslations('moneyFiles.result.move')
  const language = useLocale()
  const [shopId, setShopId] = useState('')
  const [seen, setSeen] = useState<{ shopId: string; preview: Preview } | null>(null)
  const previewing = useAction(kind.preview, {
    onSuccess: (preview: Preview) => setSeen({ shopId, preview }),
  })
  const moving = useAction(kind.move, { refresh: true })
  const preview = seen?.shopId === shopId ? seen.preview : null
  const to = others.find(({ id }) => id === shopId)
  if (move?.state === 'running')
    return (
      <Card>
        <Progress
          label={t('running', { shop: move.shopName })}
          value={move.moved}
          max={move.total}
          detail={t('progress', { moved: move.moved, total: move.total })}
        />
        <KeepFresh />
      </Card>
    )
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      {move?.state === 'done' && (
        <p role="status" className="mb-3 text-good">
          {t('done', { count: move.moved, shop: move.shopName })}
        </p>
      )}
      {move?.state === 'failed' && <p className="mb-3 text-bad">{t('failed', { count: move.moved })}</p>}
      <FormError error={moving.error ?? previewing.error} />
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('shop')} className="min-w-56">
          <Select value={shopId} onChange={({ target }) => setShopId(target.value)}>
            <option value="">{t('choose')}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {!preview && (
          <Button disabled={!to} pending={previewing.pending} onClick={() => void previewing.run({ importId, shopId })}>
            {t('look')}
          </Button>
        )}
      </div>
      {preview && to && (
        <div role="status" className="mt-3 rounded-control bg-sunken px-3 py-2">
          <p className="font-medium">{t('moves', { count: preview.moves, from: shop.name, to: to.name })}</p>
          <ul className="text-[13px] text-ink-2">
            {(['platform', 'case', 'known'] as const).map(
              (why) => (preview[why] ?? 0) > 0 && <li key={why}>{orders(why, { count: preview[why] ?? 0 })}</li>,
            )}
            {preview.stays ? <li>{money('stays', { count: preview.stays })}</li> : null}
          </ul>
          {preview.closedMonths.length > 0 && (
            <p className="mt-1 text-[13px] text-warn">
              {t('closed', {
                count: preview.closedMonths.length,
                months: preview.closedMonths.map((month) => formatMonth(month, language)).join(', '),
              })}
            </p>
          )}
          {preview.moves > 0 && (
            <Button
              variant="primary"
              className="mt-2"
              pending={moving.pending}
              onClick={() => void moving.run({ importId, shopId })}
            >
              {t('confirm', { count: preview.moves })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
