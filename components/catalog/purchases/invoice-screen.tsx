import { ArrowLeftIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { extraKinds } from '@/lib/catalog/purchases/apportion'
import { purchasesPath } from '@/lib/catalog/purchases/filters'
import type { InvoiceView } from '@/lib/catalog/purchases/invoice-view'
import { formatDocument } from '@/lib/identity/settings/documents'
import { InvoiceForm } from './invoice-form'

export function InvoiceScreen({ invoice }: { invoice: InvoiceView }) {
  const t = useTranslations('purchases.invoice')
  const detail = useTranslations('purchases.detail')
  const language = useLocale()
  const { supplier } = invoice.content
  const shown = (document: string) => formatDocument(document, document.length === 11 ? 'cpf' : 'cnpj')
  return (
    <>
      <Link
        href={purchasesPath}
        className="mb-2 inline-flex min-h-7 items-center gap-1 text-[13px] text-ink-2 no-underline hover:text-ink"
      >
        <ArrowLeftIcon aria-hidden className="size-4" />
        {detail('back')}
      </Link>
      <div className="mb-4">
        <h2 className="text-lg font-title">{t('title', { number: invoice.number })}</h2>
        <p className="text-ink-2">
          {t('text', {
            supplier: `${supplier.name} (${shown(supplier.document)})`,
            day: formatDay(invoice.issuedOn, language),
          })}
        </p>
        <p className="text-xs break-all text-ink-3 tabular-nums">{invoice.accessKey}</p>
      </div>
      {invoice.state === 'open' ? (
        <InvoiceForm invoice={invoice}>
          <Totals invoice={invoice} />
        </InvoiceForm>
      ) : (
        <Card>
          <p className="mb-3">
            <Badge tone={invoice.state === 'booked' ? 'good' : 'neutral'}>
              {t(invoice.state === 'booked' ? 'isBooked' : 'isDropped')}
            </Badge>
          </p>
          {invoice.purchaseId && (
            <ButtonLink href={`${purchasesPath}/${invoice.purchaseId}`}>{t('openPurchase')}</ButtonLink>
          )}
        </Card>
      )}
    </>
  )
}

function Totals({ invoice: { content, unexplainedCents } }: { invoice: InvoiceView }) {
  const t = useTranslations('purchases.invoice')
  const form = useTranslations('purchases.form')
  const language = useLocale()
  const { totals, instalments, services } = content
  const rows = [
    [form('goods'), totals.goodsCents],
    ...extraKinds.map(
      (kind) => [form(`${kind}Cents`), kind === 'discount' ? -totals.discountCents : totals[`${kind}Cents`]] as const,
    ),
    ...services.map(({ title, amountCents }) => [t('service', { title }), amountCents] as const),
    [t('unexplained'), unexplainedCents],
  ] as const
  return (
    <Card>
      <CardHeader title={t('totals')} className="mb-2" />
      <dl className="divide-y divide-line">
        {rows
          .filter(([, cents], index) => index === 0 || cents !== 0n)
          .map(([name, cents], index) => (
            <Amount key={`${index} ${name}`} name={name} text={formatMoney(cents, language)} />
          ))}
        <Amount name={form('total')} text={formatMoney(totals.totalCents, language)} strong />
      </dl>
      <h3 className="mt-4 text-[13px] font-semibold text-ink-2">{t('instalments')}</h3>
      {instalments.length === 0 && (
        <p className="text-[13px] text-ink-3">{t(content.owesNothing ? 'owesNothing' : 'noInstalments')}</p>
      )}
      <dl className="divide-y divide-line empty:hidden">
        {instalments.map(({ dueOn, amountCents }, index) => (
          <Amount
            key={`${dueOn} ${index}`}
            name={dueOn ? formatDay(dueOn, language) : t('noDueDay')}
            text={formatMoney(amountCents, language)}
          />
        ))}
      </dl>
    </Card>
  )
}

function Amount({ name, text, strong }: { name: string; text: string; strong?: boolean }) {
  return (
    <div className="flex justify-between gap-4 py-1.5 tabular-nums">
      <dt className={strong ? 'font-semibold' : 'text-ink-2'}>{name}</dt>
      <dd className={strong ? 'font-semibold' : undefined}>{text}</dd>
    </div>
  )
}
