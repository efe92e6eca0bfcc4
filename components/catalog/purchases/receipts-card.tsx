import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { PurchaseView } from '@/lib/catalog/purchases/views'
import { ReverseReceipt } from './reverse-receipt'

/** The receipts by day and person, with the reversed ones. */
export function ReceiptsCard({ view: { purchase, names } }: { view: PurchaseView }) {
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
