'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CampaignButton } from '@/components/money/campaigns/campaign-form'
import { Button } from '@/components/ui/button'
import { createPicks } from '@/components/ui/picks'
import type { Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { maxCampaignLines } from '@/lib/money/campaigns/schema'
import { pricesAtOnce } from '@/lib/money/prices/change-lines'
import { SendPrices } from './send-prices'

/** A listing whose new price can be sent; the months are null where its profit is unknown. */
export type PickedPrice = {
  id: string
  shopId: string
  name: string
  /** Sold in thirty days. */
  monthUnits: number
  nextCents: Cents
  monthBeforeCents: Cents | null
  monthAfterCents: Cents | null
}
const picks = createPicks<PickedPrice>({ idOf: ({ id }) => id, max: pricesAtOnce })

type DeskPicksProps = {
  rows: PickedPrice[]
  query: string
  today: Day
  day: Day
  shops: { id: string; name: string }[]
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

function PickBar({ query, today, day, shops, doneHref }: Omit<DeskPicksProps, 'rows' | 'children'>) {
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
      <PlanPicked picked={picked} shops={shops} today={today} />
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
        today={today}
        doneHref={doneHref}
      />
    </div>
  )
}

/** A campaign is of one shop: with listings of several picked, the reason stands in its place. */
function PlanPicked({ picked, shops, today }: Pick<DeskPicksProps, 'shops' | 'today'> & { picked: PickedPrice[] }) {
  const t = useTranslations('campaigns')
  const [shopId, ...others] = new Set(picked.map((row) => row.shopId))
  const shop = shops.find(({ id }) => id === shopId)
  if (others.length > 0) return <span className="text-[13px] text-ink-2">{t('severalShops')}</span>
  if (!shop || picked.length > maxCampaignLines) return null
  const lines = picked.map(({ id, nextCents, monthUnits }) => {
    return { listingId: id, priceCents: nextCents, monthUnits }
  })
  return <CampaignButton size="sm" shops={[shop]} today={today} plan={null} picked={lines} />
}

export const PricePick = ({ id, name }: { id: string; name: string }) => (
  <picks.PickBox id={id} label={useTranslations('priceDesk.form')('pick', { name })} />
)

export const PickAllPrices = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('priceDesk.form')('pickAll')} />
)
