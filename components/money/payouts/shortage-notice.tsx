import { CheckCircleIcon, ExclamationTriangleIcon, QuestionMarkCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatDay, formatDayShort } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { Shortage } from '@/lib/money/payouts/cash'
import { dueExpensesHref } from '@/lib/money/payouts/expenses-href'
import type { PayoutsView } from '@/lib/money/payouts/views'

/** In words: on which day how much is missing and what makes it, or how little is left at the tightest. */
export function ShortageNotice({ view }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.shortage')
  const language = useLocale()
  const { cash, range, filters } = view
  if (cash.startCents === null)
    return (
      <Notice tone="bg-sunken" icon={<QuestionMarkCircleIcon className="size-5 text-ink-3" />} title={t('unknown')}>
        {t('unknownText')}
      </Notice>
    )
  if (cash.shortage) return <Short view={view} shortage={cash.shortage} />
  const estimated = cash.days.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0n)
  const tightest = cash.days.reduce((low, day) => (day.leftCents! < low.leftCents! ? day : low), cash.days[0]!)
  return (
    <Notice
      tone="bg-good-soft"
      icon={<CheckCircleIcon className="size-5 text-good" />}
      title={t('enough', { to: formatDay(range.to, language) })}
    >
      {t('tightest', {
        day: formatDayShort(tightest.day, language),
        amount: formatMoney(tightest.leftCents!, language),
      })}{' '}
      {estimated !== 0n && t('countsEstimated', { amount: formatMoney(estimated, language) })}{' '}
      <LeftOut sum={cash.toCome.overdue} words={['overdueNotCounted', 'overdueDebit']} /> {filters.shop && t('ofShop')}
    </Notice>
  )
}

function Short({ view, shortage }: { view: PayoutsView; shortage: Shortage }) {
  const t = useTranslations('shopeeMoney.shortage')
  const language = useLocale()
  const { cash, filters, today } = view
  const money = (cents: bigint) => formatMoney(cents, language)
  const day = formatDay(shortage.day, language)
  return (
    <Notice
      tone="bg-bad-soft"
      icon={<ExclamationTriangleIcon className="size-5 text-bad" />}
      title={t(shortage.day === today ? 'shortToday' : 'short', { day, amount: money(shortage.shortCents) })}
    >
      <p>
        {t('why', {
          start: money(cash.startCents ?? 0n),
          in: money(shortage.inCents),
          out: money(shortage.outCents),
        })}{' '}
        {shortage.estimatedCents !== 0n && t('countsEstimated', { amount: money(shortage.estimatedCents) })}
      </p>
      {shortage.biggest.length > 0 && (
        <p>
          {t('biggest')}{' '}
          <Link href={dueExpensesHref({ to: shortage.day, shop: filters.shop, today })}>
            {shortage.biggest.map(({ name, cents }) => `${name} (${money(cents)})`).join(', ')}
          </Link>
        </p>
      )}
      <p className="text-ink-2">
        {shortage.backOn
          ? t(shortage.isAgain ? 'backAgain' : 'back', { day: formatDay(shortage.backOn, language) })
          : t('notBack', { day: formatDay(view.range.to, language) })}{' '}
        {shortage.worstDay !== shortage.day &&
          t('worst', { day: formatDay(shortage.worstDay, language), amount: money(shortage.worstCents) })}{' '}
        <LeftOut sum={cash.toCome.late} words={['lateNotCounted', 'lateDebit']} />{' '}
        <LeftOut sum={cash.toCome.overdue} words={['overdueNotCounted', 'overdueDebit']} />{' '}
        {filters.shop && t('ofShop')}
      </p>
    </Notice>
  )
}

type LeftOutProps = {
  sum: { orders: bigint; cents: bigint }
  words: readonly ['lateNotCounted' | 'overdueNotCounted', 'lateDebit' | 'overdueDebit']
}

/** Amounts outside the projection: missing income, or, where refunds outweigh it, refunds that were not taken. */
function LeftOut({ sum: { orders, cents }, words: [credit, debit] }: LeftOutProps) {
  const t = useTranslations('shopeeMoney.shortage')
  const language = useLocale()
  if (orders === 0n || cents === 0n) return null
  return cents > 0n
    ? t(credit, { amount: formatMoney(cents, language) })
    : t(debit, { amount: formatMoney(-cents, language) })
}

type NoticeProps = { tone: string; icon: ReactNode; title: string; children: ReactNode }

function Notice({ tone, icon, title, children }: NoticeProps) {
  return (
    <section aria-label={title} className={`mb-4 flex gap-3 rounded-card border border-line p-4 ${tone}`}>
      <span aria-hidden className="shrink-0">
        {icon}
      </span>
      <div className="min-w-0 text-[13px]">
        <h2 className="text-[15px] font-title">{title}</h2>
        <div className="mt-1 space-y-1">{children}</div>
      </div>
    </section>
  )
}
