'use client'

import { TrashIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field, inputClass } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Language } from '@/lib/core/language'
import { formatAmount, formatMoney, parseMoney } from '@/lib/core/money'
import { isTooMany, lineTotalCents, priceOf, readQuantity, type CartLine } from '@/lib/sales/orders/cart'
import { maxLineUnits } from '@/lib/sales/orders/schema'

type CartTableProps = {
  lines: CartLine[]
  onQuantity: (id: string, quantity: number) => void
  /** Null: the product's own price again. */
  onPrice: (id: string, cents: string | null) => void
  /** An unreadable price. */
  onUnread: (id: string, text: string) => void
  onRemove: (line: CartLine) => void
}

export function CartTable({ lines, ...rest }: CartTableProps) {
  const t = useTranslations('orders.entry')
  return (
    <Table label={t('cart')} sticky={false}>
      <Thead>
        <Th className="pl-0!">{t('product')}</Th>
        <Th numeric>{t('price')}</Th>
        <Th numeric>{t('quantity')}</Th>
        <Th numeric>{t('subtotal')}</Th>
        <Th narrow className="pr-0!">
          <span className="sr-only">{t('removeColumn')}</span>
        </Th>
      </Thead>
      <Tbody>
        {lines.map((line) => (
          <CartRow key={line.id} line={line} {...rest} />
        ))}
      </Tbody>
    </Table>
  )
}

type CartRowProps = Omit<CartTableProps, 'lines'> & { line: CartLine }

function CartRow({ line, onQuantity, onPrice, onUnread, onRemove }: CartRowProps) {
  const t = useTranslations('orders.entry')
  const language = useLocale()
  return (
    <Tr className="max-md:px-0!">
      <Td primary className="pl-0! max-md:col-start-1! max-md:col-end-3!">
        <span className="block">{line.title}</span>
        <span className="block text-[13px] font-normal text-ink-3">
          {line.sku}
          {' · '}
          <StockNote line={line} />
        </span>
      </Td>
      <Td numeric label={t('price')}>
        <PriceInput
          line={line}
          onChange={(cents) => onPrice(line.id, cents)}
          onUnread={(text) => onUnread(line.id, text)}
        />
      </Td>
      <Td numeric label={t('quantity')}>
        <QuantityInput
          label={t('quantityOf', { sku: line.sku })}
          value={line.quantity}
          short={line.quantity > line.available}
          onChange={(quantity) => onQuantity(line.id, quantity)}
        />
      </Td>
      <Td numeric label={t('subtotal')} className="font-semibold">
        {formatMoney(lineTotalCents(line), language)}
      </Td>
      <Td narrow className="pr-0!">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('remove', { sku: line.sku })}
          onClick={() => onRemove(line)}
          className="-mr-2"
        >
          <TrashIcon aria-hidden />
        </Button>
      </Td>
    </Tr>
  )
}

function StockNote({ line }: { line: CartLine }) {
  const t = useTranslations('orders.entry')
  if (line.gone) return <span className="font-medium text-bad">{t('gone')}</span>
  if (line.quantity > line.available)
    return <span className="font-medium text-bad">{t('short', { available: Math.max(0, line.available) })}</span>
  return <span className="tabular-nums">{t('available', { count: line.available })}</span>
}

/** An unreadable text stays typed and marked; emptied, the product's own price stands again. */
type PriceInputProps = {
  line: CartLine
  onChange: (cents: string | null) => void
  onUnread: (text: string) => void
}

function PriceInput({ line, onChange, onUnread }: PriceInputProps) {
  const t = useTranslations('orders.entry')
  const language = useLocale()
  const cents = priceOf(line)
  const kept = cents === null ? '' : formatAmount(cents, language)
  const [draft, setDraft] = useState(line.unreadPrice ?? kept)
  const [seen, setSeen] = useState(kept)
  if (seen !== kept) {
    setSeen(kept)
    setDraft(kept)
  }
  const own = line.priceCents === null ? null : BigInt(line.priceCents)
  return (
    <Field label={t('priceOf', { sku: line.sku })} hideLabel error={unreadError(line, language)}>
      <MoneyInput
        name={`price.${line.id}`}
        value={draft}
        aria-invalid={cents === null || line.unreadPrice !== undefined || undefined}
        className="w-32!"
        onFocus={({ target }) => target.select()}
        onChange={(text, parsed) => {
          setDraft(text)
          if (parsed && !parsed.ok) onUnread(text)
          else if (parsed?.ok && (parsed.cents !== cents || line.unreadPrice !== undefined)) {
            setSeen(formatAmount(parsed.cents, language))
            onChange(parsed.cents === own ? null : parsed.cents.toString())
          }
        }}
        onBlur={() => {
          if (draft.trim() !== '') return
          setDraft(own === null ? '' : formatAmount(own, language))
          onChange(null)
        }}
      />
      {line.agreedCents !== undefined && own !== null && (
        <span className="block text-[13px] text-ink-3">{t('ownPrice', { price: formatMoney(own, language) })}</span>
      )}
    </Field>
  )
}

const unreadError = ({ unreadPrice }: CartLine, language: Language): string | undefined => {
  const parsed = unreadPrice === undefined ? null : parseMoney(unreadPrice, language)
  return parsed && !parsed.ok ? `errors.${parsed.error}` : undefined
}

type QuantityInputProps = { label: string; value: number; short: boolean; onChange: (quantity: number) => void }

/**
 * Text that is no quantity stays typed until the field is left, then the earlier one stands again; too many keep
 * standing.
 */
function QuantityInput({ label, value, short, onChange }: QuantityInputProps) {
  const t = useTranslations('orders.entry')
  const noteId = useId()
  const [draft, setDraft] = useState(String(value))
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setDraft(String(value))
  }
  const quantity = readQuantity(draft)
  const tooMany = isTooMany(draft)
  const keep = () => {
    if (quantity === null && !tooMany) setDraft(String(value))
    else if (quantity === null) return
    else if (quantity !== value) onChange(quantity)
  }
  return (
    <>
      <input
        aria-label={label}
        aria-describedby={tooMany ? noteId : undefined}
        aria-invalid={quantity === null || short || undefined}
        inputMode="numeric"
        autoComplete="off"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
        className={classNames(inputClass, 'w-20! text-right tabular-nums')}
      />
      {tooMany && (
        <span id={noteId} role="alert" className="block text-[13px] font-normal text-bad">
          {t('tooMany', { limit: maxLineUnits })}
        </span>
      )}
    </>
  )
}
