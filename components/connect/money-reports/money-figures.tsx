import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import type { MoneyFileRun } from '@/lib/connect/money-reports/schema'

/** The kind, owner and period of the file; its new and its known rows; and its oddities. */
export function MoneyFigures({ run }: { run: MoneyFileRun }) {
  const t = useTranslations('moneyFiles')
  const language = useLocale()
  const { outcomes = {}, rows = 0, money } = run.summary
  if (!money) return null
  const count = (name: 'new' | 'changed' | 'same' | 'failed') => formatNumber(outcomes[name] ?? 0, language)
  const cents = (text: string) => formatMoney(BigInt(text), language)
  const isMoney = !['listings', 'stats', 'listingStats'].includes(money.type)
  const figures: (readonly [string, string])[] = [
    [t('figures.owner'), money.owner?.name ?? '–'],
    [
      t('figures.period'),
      money.from && money.to
        ? t('list.range', { from: formatDay(money.from, language), to: formatDay(money.to, language) })
        : '–',
    ],
    [t('figures.rows'), formatNumber(rows, language)],
    ...(isMoney ? [[t('figures.total'), cents(money.totalCents)] as const] : []),
    [t('figures.new'), count('new')],
    ...(isMoney ? [[t('figures.newTotal'), cents(money.newCents)] as const] : []),
    [t('figures.changed'), count('changed')],
    [t('figures.same'), count('same')],
  ]
  const notes = [
    money.looksLike && t('notes.other', { name: money.looksLike.name }),
    money.unknownOrders > 0 && t('notes.unknown', { count: money.unknownOrders }),
    money.notAddingUp > 0 && t('notes.off', { count: money.notAddingUp }),
    (money.type === 'income' || money.type === 'returns') && t('notes.api'),
    money.type === 'listings' && t('notes.listings'),
    money.leftOut !== undefined && t('notes.leftOut', { count: money.leftOut }),
    money.account && t('figures.account', { end: money.account }),
  ].filter((note) => typeof note === 'string')
  return (
    <div>
      <dl
        className={classNames(
          'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card',
          isMoney ? 'sm:grid-cols-4' : 'sm:grid-cols-3',
        )}
      >
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0 bg-surface p-4">
            <dt className="text-[13px] text-ink-2">{label}</dt>
            <dd className="mt-0.5 font-title wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="mt-2 max-w-prose text-[13px] text-ink-2">
          {note}
        </p>
      ))}
    </div>
  )
}
