'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { createPicks } from '@/components/ui/picks'
import type { Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { pricesAtOnce } from '@/lib/money/prices/change-lines'
import { SendPrices } from './send-prices'

/** A listing whose new price can be sent; the months are null where its profit is unknown. */
export type PickedPrice = {
  id: string
  name: string
  nextCents: Cents
  monthBeforeCents: Cents | null
  monthAfterCents: Cents | null
}
const picks = createPicks<PickedPrice>({ idOf: ({ id }) => id, max: pricesAtOnce })

type DeskPicksProps = {
  rows: PickedPrice[]
  query: string
  day: Day | null
  doneHref: string
  children: ReactNode
}

/** A selection stays while the pages of the list change, and ends with the rule. */
export function DeskPicks({ rows, children, ...bar }: DeskPicksProps) {
  const t = useTranslations('priceDesk.form')
  return (
    <picks.PicksProvider rows={rows} full={t('full', { max: pricesAtOnce })}>
      <PickBar {...bar} />
      {children}
    </picks.PicksProvider>
  )
}

function PickBar({ query, day, doneHref }: Omit<DeskPicksProps, 'rows' | 'children'>) {
  const t = useTranslations('priceDesk.form')
  const { picked, clear } = picks.usePicks()
  const sum = (of: (row: PickedPrice) => Cents | null) => picked.reduce((all, row) => all + (of(row) ?? 0n), 0n)
  if (picked.length === 0) return null
  return (
    <div
      role="group"
      aria-label={t('bar')}
      data-print="hide"
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
    >
      <span role="status" className="mr-auto font-semibold">
        {t('picked', { count: picked.length })}
      </span>
      <Button size="sm" variant="ghost" onClick={clear}>
        {t('unpick')}
      </Button>
      <SendPrices
        size="sm"
        query={query}
        listingIds={picked.map(({ id }) => id)}
        count={picked.length}
        sumCents={sum(({ nextCents }) => nextCents)}
        month={{
          beforeCents: sum(({ monthBeforeCents }) => monthBeforeCents),
          afterCents: sum(({ monthAfterCents }) => monthAfterCents),
          unknown: picked.filter(({ monthAfterCents }) => monthAfterCents === null).length,
        }}
        day={day}
        doneHref={doneHref}
      />
    </div>
  )
}

export const PricePick = ({ id, name }: { id: string; name: string }) => (
  <picks.PickBox id={id} label={useTranslations('priceDesk.form')('pick', { name })} />
)

export const PickAllPrices = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('priceDesk.form')('pickAll')} />
)
