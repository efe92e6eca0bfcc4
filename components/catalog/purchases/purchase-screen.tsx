import { ArrowLeftIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay, localDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { extraKinds } from '@/lib/catalog/purchases/apportion'
import { invoicePath, purchasesPath } from '@/lib/catalog/purchases/filters'
import type { PurchaseView } from '@/lib/catalog/purchases/views'
import { EditPurchase } from './edit-purchase'
import { ExpectedDay } from './expected-day'
import { PurchaseActions } from './purchase-actions'
import { PurchaseBadge } from './purchase-badge'
import { PurchaseLinesTable } from './purchase-lines-table'
import { Badge, type Tone } from '@/components/ui/badge'
import type { PurchaseDetail } from '@/lib/catalog/purchases/purchase-queries'
import { ReverseReceipt } from './reverse-receipt'

type ScreenProps = { view: PurchaseView; timeZone: string }

export function PurchaseScreen({ view, timeZone }: ScreenProps) {
  const t = useTranslations('purchases.detail')
  const { purchase } = view
  const isDraft = purchase.status === 'draft'
  return (
    <>
      <Link
        href={purchasesPath}
        className="mb-2 inline-flex min-h-7 items-center gap-1 text-[13px] text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeftIcon aria-hidden className="size-4" />
        {t('back')}
      </Link>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-title">
          {t('title', { number: purchase.number })}
          <PurchaseBadge status={purchase.status} />
        </h2>
        {!isDraft && <PurchaseActions purchase={purchase} />}
      </div>
      {isDraft ? (
        <EditPurchase key={purchase.version} view={view} actions={<PurchaseActions purchase={purchase} />} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-1">
            <Facts view={view} timeZone={timeZone} />
            <PayablesCard payables={purchase.payables} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">
            <Card flush>
              <CardHeader title={t('lines')} className="px-4 pt-4 pb-3" />
              <PurchaseLinesTable lines={purchase.lines} />
            </Card>
            <ReceiptsCard view={view} />
          </div>
        </div>
      )}
    </>
  )
}

function Facts({ view: { purchase, entities }, timeZone }: ScreenProps) {
  const t = useTranslations('purchases.detail')
  const form = useTranslations('purchases.form')
  const language = useLocale()
  const entity = entities.find(({ id }) => id === purchase.legalEntityId)
  // oxlint-disable-next-line react/purity -- rendered once a request, on the server
  const today = localDay(new Date(), timeZone)
  return (
    <Card>
      <dl className="divide-y divide-line">
        <Fact name={t('supplier')}>{purchase.supplier.name}</Fact>
        {entity && <Fact name={t('entity')}>{entity.name}</Fact>}
        {purchase.sentAt && <Fact name={t('sentAt')}>{formatDay(localDay(purchase.sentAt, timeZone), language)}</Fact>}
        {purchase.expectedOn && (
          <Fact name={t('expected')}>
            <ExpectedDay {...purchase} today={today} />
          </Fact>
        )}
        <Fact name={form('goods')}>{formatMoney(purchase.goodsCents, language)}</Fact>
        {extraKinds.map((kind) => {
          const cents = purchase[`${kind}Cents`]
          if (cents === 0n) return null
          return (
            <Fact key={kind} name={form(`${kind}Cents`)}>
              {formatMoney(kind === 'discount' ? -cents : cents, language)}
            </Fact>
          )
        })}
        <Fact name={form('total')}>
          <strong>{formatMoney(purchase.totalCents, language)}</strong>
        </Fact>
        {purchase.note && <Fact name={t('note')}>{purchase.note}</Fact>}
      </dl>
      {purchase.invoices.map(({ id, number }) => (
        <Link key={id} href={invoicePath(id)} className="mt-2 block text-[13px] text-accent-text">
          {t('invoice', { number })}
        </Link>
      ))}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  )
}

const tones: Record<PurchaseDetail['payables'][number]['state'], Tone> = {
  pending: 'warn',
  paid: 'good',
  voided: 'neutral',
}

function PayablesCard({ payables }: { payables: PurchaseDetail['payables'] }) {
  const t = useTranslations('purchases.detail')
  const language = useLocale()
  return (
    <Card>
      <CardHeader
        title={t('payables')}
        description={payables.length > 0 ? t('payableHow') : t('noPayables')}
        className="mb-2"
      />
      <ul className="divide-y divide-line empty:hidden">
        {payables.map(({ number, dueOn, amountCents, state }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 tabular-nums">
            <span>
              <span className="sr-only">{t('instalment', { number })}</span>
              {formatDay(dueOn, language)}
            </span>
            <span className="flex items-center gap-2">
              {formatMoney(amountCents, language)}
              <Badge tone={tones[state]}>{t(`payableStates.${state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The receipts by day and person, with the reversed ones. */
function ReceiptsCard({ view: { purchase, names } }: { view: PurchaseView }) {
  const t = useTranslations('purchases.receipts')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-2" />
      {purchase.receipts.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {purchase.receipts.map((receipt) => {
          const by = receipt.createdBy && names[receipt.createdBy]
          return (
            <li key={receipt.id} className="py-3">
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                <div>
                  <h3 className="font-semibold">{t('number', { number: receipt.number })}</h3>
                  <p className="text-[13px] text-ink-3 tabular-nums">
                    {[formatDay(receipt.receivedOn, language), by && t('by', { name: by })].filter(Boolean).join(' · ')}
                  </p>
                </div>
                {!receipt.reversedAt && (
                  <ReverseReceipt
                    purchase={{ id: purchase.id, version: purchase.version }}
                    receipt={{ id: receipt.id, number: receipt.number }}
                  />
                )}
              </div>
              {receipt.reversedAt && (
                <p className="mt-1 text-[13px] text-warn">{t('reversed', { reason: receipt.reversalReason ?? '' })}</p>
              )}
              {receipt.note && <p className="mt-1 text-[13px]">{receipt.note}</p>}
              <ul className="mt-2 space-y-1 text-[13px]">
                {receipt.lines.map(({ line, units, landedCents, note, product }) => (
                  <li key={line} className="flex flex-wrap justify-between gap-x-4">
                    <span className="min-w-0">
                      {product.title}
                      {note && <span className="block text-warn">{note}</span>}
                    </span>
                    <span className="ml-auto text-right text-ink-2 tabular-nums">
                      {`${t('units', { units })} · ${formatMoney(landedCents, language)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
