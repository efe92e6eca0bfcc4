'use client'

import { useTranslations } from 'next-intl'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
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
type Picks = {
  rows: PickedPrice[]
  picked: PickedPrice[]
  has: (id: string) => boolean
  pick: (rows: PickedPrice[], on: boolean) => void
}
const PicksContext = createContext<Picks | null>(null)

function usePicks(): Picks {
  const picks = useContext(PicksContext)
  if (!picks) throw new Error('Prices are picked within DeskPicks')
  return picks
}

type DeskPicksProps = {
  rows: PickedPrice[]
  query: string
  day: Day | null
  doneHref: string
  children: ReactNode
}

/** A selection stays while the pages of the list change, and ends with the rule. */
export function DeskPicks({ rows, query, day, doneHref, children }: DeskPicksProps) {
  const t = useTranslations('priceDesk.form')
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedPrice>>(new Map())
  const picks = useMemo((): Picks => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      rows,
      picked: [...chosen.values()].map((one) => byId.get(one.id) ?? one),
      has: (id) => chosen.has(id),
      pick: (changed, on) => {
        const next = new Map(chosen)
        for (const row of changed) {
          if (!on) next.delete(row.id)
          else if (next.size < pricesAtOnce) next.set(row.id, row)
        }
        setChosen(next)
      },
    }
  }, [rows, chosen])
  const { picked } = picks
  const sum = (of: (row: PickedPrice) => Cents | null) => picked.reduce((all, row) => all + (of(row) ?? 0n), 0n)
  return (
    <PicksContext value={picks}>
      {picked.length > 0 && (
        <div
          role="group"
          aria-label={t('bar')}
          data-print="hide"
          className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
        >
          <span role="status" className="mr-auto font-semibold">
            {t('picked', { count: picked.length })}
          </span>
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Map())}>
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
      )}
      {children}
    </PicksContext>
  )
}

export function PricePick({ id, name }: { id: string; name: string }) {
  const t = useTranslations('priceDesk.form')
  const { rows, has, pick } = usePicks()
  const own = rows.filter((row) => row.id === id)
  if (own.length === 0) return null
  return (
    <Checkbox aria-label={t('pick', { name })} checked={has(id)} onChange={({ target }) => pick(own, target.checked)} />
  )
}

/** Above the column of boxes, and where the table is a list of cards above that. */
export function PickAllPrices({ shown }: { shown: 'column' | 'cards' }) {
  const t = useTranslations('priceDesk.form')
  const { rows, has, pick } = usePicks()
  if (rows.length === 0) return null
  const here = rows.filter(({ id }) => has(id)).length
  const isAll = here === rows.length
  const box = { checked: isAll, indeterminate: here > 0 && !isAll, onChange: () => pick(rows, !isAll) }
  return shown === 'column' ? (
    <Checkbox {...box} aria-label={t('pickAll')} />
  ) : (
    <div className="@container border-t border-line">
      <Checkbox {...box} label={t('pickAll')} className="border-b border-line px-4 py-2 @xl:hidden" />
    </div>
  )
}
