'use client'

import { CheckCircleIcon, ShoppingCartIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useState, type RefObject } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { FormError } from '@/components/ui/form-error'
import { formatMoney } from '@/lib/core/money'
import { addToCart, cartTotalCents, cartUnits } from '@/lib/sales/orders/cart'
import { readTerms, totalOf, type SaleTerms } from '@/lib/sales/orders/sale-terms'
import { AddLineForm } from './add-line-form'
import { CartTable } from './cart-table'
import { OrderFields, type EntryChannel } from './order-fields'
import { useTermsLabels } from './sale-terms-fields'
import { useCart } from './use-cart'
import { usePlaceOrder } from './use-place-order'

type OrderEntryProps = {
  channels: EntryChannel[]
  skuRef: RefObject<HTMLInputElement | null>
  onCollapse: () => void
}

export function OrderEntry({ channels, skuRef, onCollapse }: OrderEntryProps) {
  const t = useTranslations('orders.entry')
  const actions = useTranslations('orders.actions')
  const { organizationId } = useOrganization()
  const state = useCart(organizationId)
  const { cart, change } = state
  const channelId = (channels.find(({ id }) => id === cart.channelId) ?? channels[0])?.id ?? ''
  const place = usePlaceOrder(organizationId, channelId, state, () => skuRef.current?.focus())
  const termsLabels = useTermsLabels()
  const gross = cartTotalCents(cart.lines)
  const { terms } = readTerms(cart, gross, useLocale())
  const priceLabels = Object.fromEntries(cart.lines.map(({ id, sku }) => [`price.${id}`, t('priceOf', { sku })]))
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    skuRef.current?.focus()
    void place.refreshCart()
    // Once: what was kept from before may have another price by now.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <Card className="mb-4">
      <CardHeader
        title={t('title')}
        className="mb-3 items-center!"
        actions={
          <Button variant="ghost" size="sm" aria-expanded onClick={onCollapse} className="-my-2 -mr-2">
            {actions('hide')}
          </Button>
        }
      />
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <AddLineForm
            organizationId={organizationId}
            skuRef={skuRef}
            onAdd={(product, quantity) => {
              const lines = addToCart(state.current().lines, product, quantity)
              if (typeof lines === 'string') return lines
              change(() => ({ lines }))
              place.clearError()
              const inCart = lines.find(({ id }) => id === product.id)?.quantity ?? quantity
              setAnnounced(t('added', { sku: product.sku, quantity: inCart }))
              return null
            }}
          />
          {cart.lines.length === 0 ? (
            <EmptyState
              kind="none"
              level={3}
              icon={<ShoppingCartIcon />}
              title={t('emptyTitle')}
              text={t('emptyText')}
              className="py-8!"
            />
          ) : (
            <div className="mt-4">
              <CartTable
                lines={cart.lines}
                onQuantity={(id, quantity) =>
                  change(({ lines }) => ({
                    lines: lines.map((line) => (line.id === id ? { ...line, quantity } : line)),
                  }))
                }
                onPrice={(id, cents) =>
                  change(({ lines }) => ({
                    lines: lines.map((line) =>
                      line.id === id ? { ...line, agreedCents: cents ?? undefined, unreadPrice: undefined } : line,
                    ),
                  }))
                }
                onUnread={(id, text) =>
                  change(({ lines }) => ({
                    lines: lines.map((line) => (line.id === id ? { ...line, unreadPrice: text } : line)),
                  }))
                }
                onRemove={({ id, sku }) => {
                  if (cart.lines.length === 1) state.empty()
                  else change(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) }))
                  setAnnounced(t('removed', { sku }))
                  skuRef.current?.focus()
                }}
              />
              {cart.lines.length > 1 && <ClearCart count={cart.lines.length} onClear={state.empty} />}
            </div>
          )}
          <span role="status" className="sr-only">
            {announced}
          </span>
        </div>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void place.save()
          }}
          className="flex min-w-0 flex-col gap-3 max-lg:border-t max-lg:border-line max-lg:pt-4 lg:border-l lg:border-line lg:pl-6"
        >
          <FormError
            error={place.error}
            fields={place.fields}
            labels={{ customerName: t('customer'), note: t('note'), ...termsLabels, ...priceLabels }}
          />
          {place.saved && <SavedNote order={place.saved} />}
          <OrderFields cart={cart} change={change} channels={channels} channelId={channelId} fields={place.fields} />
          <div className="mt-auto border-t border-line pt-3">
            <Agreed gross={gross} terms={terms} />
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-ink-2">
                {t('total')}
                <span className="text-ink-3 tabular-nums"> · {t('units', { count: cartUnits(cart.lines) })}</span>
              </span>
              <Total cents={totalOf(gross, terms)} />
            </div>
            <Button type="submit" variant="primary" pending={place.pending} className="mt-3 w-full">
              {t('save')}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  )
}

/** How the items come to the total, where they are not all of it. */
function Agreed({ gross, terms }: { gross: bigint; terms: SaleTerms }) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  const { discountCents, freightPaidCents } = terms
  if (discountCents === 0n && freightPaidCents === 0n) return null
  const lines = [
    ['productsTotal', gross],
    ['discount', -discountCents],
    ['freight', freightPaidCents],
  ] as const
  return (
    <dl className="mb-2 grid gap-1 text-ink-2">
      {lines.map(
        ([key, cents]) =>
          cents !== 0n && (
            <div key={key} className="flex justify-between gap-4">
              <dt>{t(key)}</dt>
              <dd className="money">{formatMoney(cents, language)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Total({ cents }: { cents: bigint }) {
  return (
    <output className="money min-w-0 text-[22px] leading-7 font-title tracking-[-0.01em] whitespace-normal! wrap-anywhere">
      {formatMoney(cents, useLocale())}
    </output>
  )
}

function SavedNote({ order }: { order: { id: string; code: string; totalCents: string } }) {
  const t = useTranslations('orders.entry')
  const total = formatMoney(BigInt(order.totalCents), useLocale())
  return (
    <p role="status" className="flex gap-2 rounded-control bg-good-soft px-3 py-2.5">
      <CheckCircleIcon aria-hidden className="size-5 shrink-0 text-good" />
      <span className="min-w-0">
        {t('savedAs', { code: order.code, total })}{' '}
        <Link href={`/dashboard/orders/${order.id}`} className="font-semibold text-ink underline underline-offset-2">
          {t('open')}
        </Link>
      </span>
    </p>
  )
}

function ClearCart({ count, onClear }: { count: number; onClear: () => void }) {
  const t = useTranslations('orders.entry')
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)} className="mt-2 -ml-2">
        {t('clear')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          onClear()
        }}
        title={t('clearTitle')}
        text={t('clearText', { count })}
        confirmLabel={t('clear')}
        danger
      />
    </>
  )
}
