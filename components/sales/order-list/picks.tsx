'use client'

import { useTranslations } from 'next-intl'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import toast from 'react-hot-toast'
import { Checkbox } from '@/components/ui/field'
import { maxPicked } from '@/lib/sales/orders/filters'

export type PickedOrder = { id: string; code: string; version: number }
type Picks = {
  picked: PickedOrder[]
  rows: PickedOrder[]
  has: (id: string) => boolean
  pick: (orders: PickedOrder[], on: boolean) => void
  clear: () => void
}

const PicksContext = createContext<Picks | null>(null)

export function usePicks(): Picks {
  const picks = useContext(PicksContext)
  if (!picks) throw new Error('Orders are picked within Picks')
  return picks
}

/** A selection stays while the pages of a list change; the newest version of an order is the one in sight. */
export function Picks({ rows, children }: { rows: PickedOrder[]; children: ReactNode }) {
  const t = useTranslations('orders.desk.pick')
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickedOrder>>(new Map())
  const picks = useMemo((): Picks => {
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return {
      picked: [...chosen.values()].map((one) => rowsById.get(one.id) ?? one),
      rows,
      has: (id) => chosen.has(id),
      pick: (orders, on) => {
        const next = new Map(chosen)
        for (const order of orders)
          if (!on) next.delete(order.id)
          else if (next.size < maxPicked || next.has(order.id)) next.set(order.id, order)
          else toast(t('full', { max: maxPicked }))
        setChosen(next)
      },
      clear: () => setChosen(new Map()),
    }
  }, [rows, chosen, t])
  return <PicksContext value={picks}>{children}</PicksContext>
}

export function PickBox({ id, label }: { id: string; label: string }) {
  const { rows, has, pick } = usePicks()
  return (
    <Checkbox
      data-pick
      aria-label={label}
      checked={has(id)}
      onChange={({ target }) =>
        pick(
          rows.filter((row) => row.id === id),
          target.checked,
        )
      }
    />
  )
}

/** Above the columns, and where the table is a list of cards above that. */
export function PickAll({ shown }: { shown: 'column' | 'cards' }) {
  const t = useTranslations('orders.desk.pick')
  const { rows, has, pick } = usePicks()
  const here = rows.filter(({ id }) => has(id)).length
  const isAll = rows.length > 0 && here === rows.length
  const box = {
    checked: isAll,
    indeterminate: here > 0 && !isAll,
    onChange: () => pick(rows, !isAll),
  }
  return shown === 'column' ? (
    <Checkbox data-pick-all {...box} aria-label={t('all')} />
  ) : (
    <div className="@container border-t border-line">
      <Checkbox {...box} label={t('all')} className="border-b border-line px-4 py-2 @xl:hidden" />
    </div>
  )
}
