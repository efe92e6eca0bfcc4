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
import { PayablesCard } from './payables-card'
import { PurchaseActions } from './purchase-actions'
import { PurchaseBadge } from './purchase-badge'
import { PurchaseLinesTable } from './purchase-lines-table'
import { ReceiptsCard } from './receipts-card'

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
