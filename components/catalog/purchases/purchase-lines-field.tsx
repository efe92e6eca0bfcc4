'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ProductCombobox } from '@/components/sales/orders/product-combobox'
import { NewProduct } from '@/components/catalog/products/new-product'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney } from '@/lib/core/money'
import type { SellableProduct } from '@/lib/sales/orders/cart'
import type { DraftLine, DraftSums } from '@/lib/catalog/purchases/draft'

type Props = {
  lines: DraftLine[]
  sums: DraftSums['lines']
  fields: Record<string, string[]>
  onChange: (lines: DraftLine[]) => void
}

export function PurchaseLinesField({ lines, sums, fields, onChange }: Props) {
  const t = useTranslations('purchases.form')
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const change = (at: number, changes: Partial<DraftLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changes } : line)))
  const add = ({ id, sku, title }: SellableProduct) => {
    setText('')
    requestAnimationFrame(() => input.current?.focus())
    if (lines.some(({ productId }) => productId === id)) return
    onChange([...lines, { productId: id, sku, title, supplierCode: '', quantity: '1', unitCost: '' }])
  }
  return (
    <>
      {lines.length > 0 && (
        <Table label={t('products')} sticky={false}>
          <Thead>
            <Th>{t('product')}</Th>
            <Th>{t('code')}</Th>
            <Th numeric>{t('quantity')}</Th>
            <Th numeric>{t('unitCost')}</Th>
            <Th numeric>{t('value')}</Th>
            <Th numeric>{t('landed')}</Th>
            <Th narrow />
          </Thead>
          <Tbody>
            {lines.map((line, index) => (
              <Line
                key={line.productId}
                line={line}
                index={index}
                sums={sums[index]!}
                fields={fields}
                onChange={(changes) => change(index, changes)}
                onRemove={() => onChange(lines.filter((_, at) => at !== index))}
              />
            ))}
          </Tbody>
        </Table>
      )}
      <div className="border-t border-line p-4">
        <Field label={t('add')} hint={t('addHint')} error={fields.lines} className="max-w-xl">
          <ProductCombobox
            organizationId={organizationId}
            value={text}
            onChange={setText}
            inputRef={input}
            onPick={add}
          />
        </Field>
        <NewProduct typed={text} onMade={add} />
      </div>
    </>
  )
}

type LineProps = {
  line: DraftLine
  index: number
  sums: DraftSums['lines'][number]
  fields: Record<string, string[]>
  onChange: (changes: Partial<DraftLine>) => void
  onRemove: () => void
}

function Line({ line, index, sums, fields, onChange, onRemove }: LineProps) {
  const t = useTranslations('purchases.form')
  const language = useLocale()
  const name = (field: string) => `lines.${index}.${field}`
  return (
    <Tr>
      <Td primary className="md:min-w-48">
        <span className="line-clamp-2 font-semibold">{line.title}</span>
        <span className="block text-xs font-normal wrap-anywhere text-ink-3">{line.sku}</span>
      </Td>
      <Td label={t('code')}>
        <Field label={`${t('code')} ${line.sku}`} hideLabel error={fields[name('supplierCode')]}>
          <Input
            name={name('supplierCode')}
            autoComplete="off"
            value={line.supplierCode}
            onChange={({ target }) => onChange({ supplierCode: target.value })}
            className="w-32!"
          />
        </Field>
      </Td>
      <Td numeric label={t('quantity')}>
        <Field
          label={`${t('quantity')} ${line.sku}`}
          hideLabel
          error={fields[name('quantity')]}
          className="@xl:items-end"
        >
          <Input
            name={name('quantity')}
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            onChange={({ target }) => onChange({ quantity: target.value.trim() })}
            className="w-20! text-right tabular-nums"
          />
        </Field>
      </Td>
      <Td numeric label={t('unitCost')}>
        <Field
          label={`${t('unitCost')} ${line.sku}`}
          hideLabel
          error={fields[name('unitCostCents')]}
          className="@xl:items-end"
        >
          <MoneyInput
            name={name('unitCostCents')}
            value={line.unitCost}
            onChange={(unitCost) => onChange({ unitCost })}
            className="w-32!"
          />
        </Field>
      </Td>
      <Td numeric label={t('value')}>
        {formatMoney(sums.valueCents, language)}
      </Td>
      <Td numeric label={t('landed')}>
        {sums.landedCents !== null && formatMoney(sums.landedCents, language)}
      </Td>
      <Td narrow>
        <Button variant="ghost" size="icon" aria-label={t('remove', { sku: line.sku })} onClick={onRemove}>
          <XMarkIcon aria-hidden />
        </Button>
      </Td>
    </Tr>
  )
}
