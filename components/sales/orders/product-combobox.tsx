'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId, useState, type RefObject } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Input } from '@/components/ui/field'
import { formatMoney } from '@/lib/core/money'
import type { SellableProduct } from '@/lib/sales/orders/cart'
import { useProductSearch } from './product-lookup'

type ProductComboboxProps = {
  organizationId: string
  value: string
  onChange: (text: string) => void
  onPick: (product: SellableProduct) => void
  inputRef: RefObject<HTMLInputElement | null>
}

/**
 * Inside a Field. Enter with nothing highlighted goes to the form, so that a scanner's code and Enter add at once;
 * on a highlighted product it picks that.
 */
export function ProductCombobox({ organizationId, value, onChange, onPick, inputRef }: ProductComboboxProps) {
  const t = useTranslations('orders.entry')
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { products, searched } = useProductSearch(organizationId, open ? value : '')
  const expanded = open && products.length > 0
  const highlighted = expanded ? products[active] : undefined

  const pick = (product: SellableProduct) => {
    setOpen(false)
    onPick(product)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!expanded) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const places = products.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && highlighted) {
      event.preventDefault()
      pick(highlighted)
    } else if (event.key === 'Enter') setOpen(false)
    else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className="relative">
      <Input
        ref={inputRef}
        name="sku"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={expanded ? listId : undefined}
        aria-activedescendant={highlighted ? `${listId}-${highlighted.id}` : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={200}
        placeholder={t('skuPlaceholder')}
        value={value}
        onChange={({ target }) => {
          setOpen(true)
          setActive(-1)
          onChange(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {expanded && (
        <ul
          id={listId}
          role="listbox"
          aria-label={t('results')}
          className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-floating"
        >
          {products.map((product, index) => (
            <ProductOption
              key={product.id}
              id={`${listId}-${product.id}`}
              product={product}
              active={index === active}
              onPick={() => pick(product)}
            />
          ))}
        </ul>
      )}
      {open && searched && products.length === 0 && value.trim() !== '' && (
        <p className="absolute inset-x-0 top-full z-20 mt-1.5 rounded-control border border-line bg-raised px-3 py-2.5 text-ink-2 shadow-floating">
          {t('noMatch', { text: value.trim() })}
        </p>
      )}
      <span role="status" className="sr-only">
        {open && searched && t('found', { count: products.length })}
      </span>
    </div>
  )
}

type ProductOptionProps = { id: string; product: SellableProduct; active: boolean; onPick: () => void }

function ProductOption({ id, product, active, onPick }: ProductOptionProps) {
  const t = useTranslations('orders.entry')
  const language = useLocale()
  return (
    // Chosen on pointer down, before the field loses the focus and the list closes.
    <li
      id={id}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => {
        event.preventDefault()
        onPick()
      }}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' })
      }}
      className={classNames(
        'flex cursor-pointer items-center justify-between gap-4 rounded-md px-2.5 py-1.5 hover:bg-sunken pointer-coarse:min-h-control',
        active && 'bg-sunken',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{product.title}</span>
        <span className="block truncate text-[13px] text-ink-3">{product.sku}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block money">
          {product.priceCents === null ? t('noPrice') : formatMoney(BigInt(product.priceCents), language)}
        </span>
        <span
          className={classNames('block text-[13px] tabular-nums', product.available > 0 ? 'text-ink-3' : 'text-bad')}
        >
          {t('available', { count: product.available })}
        </span>
      </span>
    </li>
  )
}
