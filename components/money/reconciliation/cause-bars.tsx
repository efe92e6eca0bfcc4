import { absolute } from '@/lib/core/big-int'
import { ClockIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { PhoneFold } from '@/components/ui/phone-fold'
import { formatMoney } from '@/lib/core/money'

/** `isHatched`: what no cause explains; `isChosen`: the list shows its orders alone. */
export type CauseBar = {
  key: string
  label: string
  cents: bigint
  orders: bigint
  href: string
  isHatched?: boolean
  isChosen: boolean
}
/** `isOfAllStates`: the list beside it shows some states alone. */
type CauseBarsProps = {
  bars: CauseBar[]
  due: { cases: number; href: string }
  isOfAllStates: boolean
  /** Totals that a phone shows in the same fold. */
  totals: ReactNode
}

/** So many causes stand open; the others, the smallest, behind one that says their number and sum, so that the list comes early. */
const OPEN = 4

/** Causes of missing money: each leads to its orders, its bar is its share of the largest. One in the seller's favour is marked. */
export function CauseBars({ bars, due, isOfAllStates, totals }: CauseBarsProps) {
  const t = useTranslations('reconciliation.bars')
  const language = useLocale()
  const longest = bars.reduce((most, { cents }) => (absolute(cents) > most ? absolute(cents) : most), 1n)
  const isOpen = (bar: CauseBar, place: number) =>
    bars.length <= OPEN + 2 || place < OPEN || bar.isHatched || bar.isChosen
  const folded = bars.filter((bar, place) => !isOpen(bar, place))
  const foldedCents = folded.reduce((sum, { cents }) => sum + cents, 0n)
  const foldedSum = formatMoney(absolute(foldedCents), language)
  const causes = (
    <>
      <CardHeader
        title={t('title')}
        description={isOfAllStates && t('ofAllStates')}
        actions={
          due.cases > 0 && (
            <Link
              href={due.href}
              className="inline-flex min-h-6 items-center gap-1 rounded-md bg-warn-soft px-2 text-[13px] font-semibold text-warn no-underline hover:underline"
            >
              <ClockIcon aria-hidden className="size-4" />
              {t('due', { count: due.cases })}
            </Link>
          )
        }
        className="mb-2"
      />
      {bars.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <CauseList bars={bars.filter(isOpen)} longest={longest}>
        {folded.length > 0 && (
          // In the line of the others until it is opened: the list comes earlier.
          <li className="max-w-full has-[details[open]]:basis-full">
            <details>
              <summary className="w-fit cursor-pointer rounded-md px-1 py-1.5 text-[13px] text-ink-2 hover:text-ink">
                {t('more', { count: folded.length, cents: foldedCents > 0n ? `${t('back')} ${foldedSum}` : foldedSum })}
              </summary>
              <CauseList bars={folded} longest={longest} />
            </details>
          </li>
        )}
      </CauseList>
    </>
  )
  const names = [t('folded', { count: bars.length }), due.cases > 0 && t('due', { count: due.cases })]
  return (
    <Card className="max-md:p-1!">
      <PhoneFold label={names.filter(Boolean).join(' · ')}>
        <div className="max-md:px-2 max-md:pb-2">
          <div className="mb-3 grid grid-cols-2 gap-2 sm:hidden">{totals}</div>
          {causes}
        </div>
      </PhoneFold>
    </Card>
  )
}

function CauseList({ bars, longest, children }: { bars: CauseBar[]; longest: bigint; children?: ReactNode }) {
  const t = useTranslations('reconciliation.bars')
  const language = useLocale()
  return (
    <ul className="flex flex-wrap gap-1.5">
      {bars.map(({ key, label, cents, orders, href, isHatched, isChosen }) => (
        <li key={key} className="max-w-full">
          <Link
            href={href}
            scroll={false}
            aria-current={isChosen ? 'true' : undefined}
            className={classNames(
              'relative flex min-h-8 flex-wrap items-center gap-x-1.5 overflow-clip rounded-md border px-2 py-1 text-[13px] text-ink no-underline hover:border-edge',
              isChosen ? 'border-accent-text bg-accent-soft' : 'border-line',
            )}
          >
            <span>{label}</span>
            <span className="money font-semibold">
              {cents > 0n && <span className="mr-1 font-normal text-ink-3">{t('back')}</span>}
              {formatMoney(absolute(cents), language)}
            </span>
            <span className="whitespace-nowrap text-ink-3 tabular-nums">
              <span aria-hidden>{t('orders', { count: Number(orders) })}</span>
              <span className="sr-only">{t('ordersSpoken', { count: Number(orders) })}</span>
            </span>
            <span
              aria-hidden
              className={classNames(
                'absolute bottom-0 left-0 h-0.75 min-w-1',
                isHatched || cents > 0n ? 'bg-edge' : 'bg-accent',
              )}
              style={{ width: `${(absolute(cents) * 100n) / longest}%` }}
            />
          </Link>
        </li>
      ))}
      {children}
    </ul>
  )
}
