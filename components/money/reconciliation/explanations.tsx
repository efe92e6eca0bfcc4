import { absolute } from '@/lib/core/big-int'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { explainCause } from '@/lib/money/cases/explain-cause'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { SettlementView } from '@/lib/money/reconciliation/views'

const feesPath = '/dashboard/shopee/taxas'

/** In a seller's words: by how much, and why. */
export function Explanations({ settlement }: { settlement: SettlementView }) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const { causes, unexplainedCents } = settlement
  return (
    <div className="grid gap-2">
      {causes.map(({ cause, amountCents, isUnconfirmed, facts }) => {
        const { key, values } = explainCause({ cause, facts }, language)
        const cents = formatMoney(absolute(amountCents), language)
        return (
          <div key={cause} className="rounded-control bg-accent-soft px-3 py-2.5 wrap-anywhere">
            <p>
              <strong className="font-semibold text-accent-text">
                {amountCents < 0n ? t('detail.less', { cents }) : t('detail.more', { cents })}
              </strong>{' '}
              {t(`why.${key}`, values)}
            </p>
            {isUnconfirmed && (
              <p className="mt-1 text-[13px] text-ink-2">
                {t('detail.unconfirmed')} <Link href={feesPath}>{t('detail.confirmLink')}</Link>
              </p>
            )}
          </div>
        )
      })}
      {unexplainedCents !== 0n && (
        <p className="rounded-control bg-warn-soft px-3 py-2.5">
          {t('detail.unexplained', { cents: formatMoney(absolute(unexplainedCents), language) })}
        </p>
      )}
      {causes.length === 0 && unexplainedCents === 0n && <Nothing settlement={settlement} />}
    </div>
  )
}

function Nothing({ settlement: { state, dueOn } }: { settlement: SettlementView }) {
  const t = useTranslations('reconciliation.detail')
  const language = useLocale()
  const isOpen = state === 'to_release' || state === 'partly_released'
  if (!isOpen) return <p className="text-ink-2">{t('agrees')}</p>
  return <p className="text-ink-2">{dueOn ? t('waiting', { day: formatDay(dueOn, language) }) : t('waitingOpen')}</p>
}
