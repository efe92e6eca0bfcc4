'use client'

import { TrashIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Field, NumberInput } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { FieldErrors } from '@/lib/core/errors'
import { formatMoney } from '@/lib/core/money'
import { lineCents, shortBy, type LineDraft } from '@/lib/sales/orders/edit-draft'

type EditOrderLinesProps = {
  /** The form that the fields belong to, which stands beside them. */
  form: string
  lines: LineDraft[]
  fields: FieldErrors
  onChange: (key: string, changes: Partial<LineDraft>) => void
  onRemove: (line: LineDraft) => void
}

export function EditOrderLines({ lines, ...rest }: EditOrderLinesProps) {
  const t = useTranslations('orders.edit')
  return (
    <ul aria-label={t('items')} className="mt-4 divide-y divide-line border-t border-line">
      {lines.map((line) => (
        <EditedLine key={line.key} line={line} {...rest} />
      ))}
    </ul>
  )
}

type EditedLineProps = Omit<EditOrderLinesProps, 'lines'> & { line: LineDraft }

function EditedLine({ form, line, fields, onChange, onRemove }: EditedLineProps) {
  const t = useTranslations('orders.edit')
  const entry = useTranslations('orders.entry')
  const language = useLocale()
  const { key, sku, title, quantity, price } = line
  return (
    <li className="grid grid-cols-[96px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_96px_144px_auto]">
      <div className="min-w-0 max-sm:col-span-2">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-[13px] text-ink-3">
          {sku}
          {' · '}
          <StockNote line={line} />
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('remove', { sku })}
        onClick={() => onRemove(line)}
        className="-mr-2 sm:order-last"
      >
        <TrashIcon aria-hidden />
      </Button>
      <Field label={t('quantityOf', { sku })} hideLabel error={fields[`quantity.${key}`]}>
        <NumberInput
          name={`quantity.${key}`}
          form={form}
          placeholder={entry('quantity')}
          value={quantity}
          onFocus={({ target }) => target.select()}
          onChange={(text) => onChange(key, { quantity: text })}
        />
      </Field>
      <div className="min-w-0 max-sm:col-span-2">
        <Field label={t('priceOf', { sku })} hideLabel error={fields[`price.${key}`]}>
          <MoneyInput
            name={`price.${key}`}
            form={form}
            placeholder={entry('price')}
            value={price}
            onChange={(typed) => onChange(key, { price: typed })}
          />
        </Field>
        <p className="mt-1 text-right text-[13px] text-ink-2 tabular-nums">
          <span className="sr-only">{t('lineTotal')} </span>
          {formatMoney(lineCents(line, language), language)}
        </p>
      </div>
    </li>
  )
}

function StockNote({ line }: { line: LineDraft }) {
  const t = useTranslations('orders.edit')
  const { available, held } = line
  const short = shortBy(line)
  if (available === null) return <span className="font-medium text-warn">{t('gone')}</span>
  return (
    <span className="tabular-nums">
      {held > 0 && `${t('held', { count: held })} · `}
      {short > 0 ? (
        <span className="font-medium text-bad">{t('short', { count: short })}</span>
      ) : (
        t('more', { count: Math.max(0, available) })
      )}
    </span>
  )
}
