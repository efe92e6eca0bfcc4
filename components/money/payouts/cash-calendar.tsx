import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney } from '@/lib/core/money'
import type { CashDay } from '@/lib/money/payouts/cash'
import { dueExpensesHref } from '@/lib/money/payouts/expenses-href'
import { apartGroups, payoutsHref } from '@/lib/money/payouts/filters'
import type { PayoutsView } from '@/lib/money/payouts/views'

/** The days ahead on which something comes or goes, each number with the rows behind it. */
export function CashCalendar({ view }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.calendar')
  const days = view.cash.days.filter(({ orders, expenses }) => orders > 0n || expenses > 0n)
  return (
    <Card flush className="mb-4">
      <CardHeader title={t('title')} description={t('text')} className="p-4" />
      {days.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-ink-2">{t('none')}</p>
      ) : (
        <Table label={t('title')} sticky={false}>
          <Thead>
            <Th>{t('day')}</Th>
            <Th numeric>{t('in')}</Th>
            <Th numeric>{t('out')}</Th>
            <Th>{t('expenses')}</Th>
            <Th numeric>{t('left')}</Th>
          </Thead>
          <Tbody>
            {days.map((day) => (
              <CalendarDay key={day.day} day={day} view={view} />
            ))}
          </Tbody>
        </Table>
      )}
      <Apart view={view} />
    </Card>
  )
}

const none = '—'
const linked = 'text-accent-text no-underline hover:underline'

function CalendarDay({ day, view: { filters, today, cash } }: { day: CashDay; view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.calendar')
  const language = useLocale()
  const isShort = day.leftCents !== null && day.leftCents < 0n
  return (
    <Tr>
      <Td primary className={day.day === cash.shortage?.day ? 'text-bad' : undefined}>
        {formatDay(day.day, language)}
        {day.day === today && <span className="ml-2 text-xs font-normal text-ink-3">{t('today')}</span>}
      </Td>
      <Td numeric label={t('in')} className={day.orders > 0n ? undefined : '@max-xl:hidden!'}>
        {day.orders > 0n ? (
          <>
            <Link href={`${payoutsHref(filters, { due: day.day })}#orders`} className={linked}>
              {day.orders === day.unknown ? t('unknownAmount') : formatAmount(day.inCents, language)}
            </Link>
            <span className="block text-xs text-ink-3">{t('orders', { count: Number(day.orders) })}</span>
            {day.estimatedCents !== 0n && (
              <span className="block text-xs text-ink-3">
                {day.estimatedCents === day.inCents
                  ? t('allEstimated')
                  : t('estimated', { amount: formatAmount(day.estimatedCents, language) })}
              </span>
            )}
          </>
        ) : (
          <span className="text-ink-3">{none}</span>
        )}
      </Td>
      <Td numeric label={t('out')} className={day.expenses > 0n ? undefined : '@max-xl:hidden!'}>
        {day.expenses > 0n ? (
          <Link href={dueExpensesHref({ from: day.day, to: day.day, shop: filters.shop, today })} className={linked}>
            {formatAmount(-day.outCents, language)}
          </Link>
        ) : (
          <span className="text-ink-3">{none}</span>
        )}
      </Td>
      <Td
        label={t('expenses')}
        className={day.biggest.length > 0 ? 'text-[13px] text-ink-2' : 'text-ink-3 @max-xl:hidden!'}
      >
        {day.biggest.map(({ name }) => name).join(', ') || none}
        {day.expenses > BigInt(day.biggest.length) &&
          ` ${t('more', { count: Number(day.expenses) - day.biggest.length })}`}
      </Td>
      <Td numeric label={t('left')} className={isShort ? 'font-semibold text-bad' : 'font-medium'}>
        {day.leftCents === null ? none : formatAmount(day.leftCents, language)}
        {isShort && <span className="block text-xs font-normal">{t('short')}</span>}
      </Td>
    </Tr>
  )
}

/** Amounts outside the calendar, with an unknown day or an uncertain payment. */
function Apart({ view: { filters, cash } }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.calendar')
  const language = useLocale()
  const parts = apartGroups.filter((part) => cash.toCome[part].orders > 0n)
  if (parts.length === 0) return null
  return (
    <div className="border-t border-line p-4">
      <h3 className="text-[13px] font-semibold">{t('apart')}</h3>
      <dl className="mt-2 grid gap-x-6 gap-y-2 text-[13px] sm:grid-cols-2 lg:grid-cols-4">
        {parts.map((part) => (
          <div key={part}>
            <dt>
              <Link href={`${payoutsHref(filters, { due: part })}#orders`} className={linked}>
                {t(`groups.${part}`)}
              </Link>
            </dt>
            <dd>
              <span className="font-medium tabular-nums">{formatMoney(cash.toCome[part].cents, language)}</span>{' '}
              <span className="text-ink-3">{t('orders', { count: Number(cash.toCome[part].orders) })}</span>
              {part === 'overdue' && <span className="block text-xs text-ink-3">{t('overdueText')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
