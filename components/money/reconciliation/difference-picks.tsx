'use client'

import { useTranslations } from 'next-intl'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import toast from 'react-hot-toast'
import { Checkbox } from '@/components/ui/field'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { maxPicked } from '@/lib/money/cases/schema'

type Picks = {
  picked: DifferencePick[]
  rows: DifferencePick[]
  has: (id: string) => boolean
  pick: (chosen: DifferencePick[], on: boolean) => void
  clear: () => void
}

const PicksContext = createContext<Picks | null>(null)

export function useDifferencePicks(): Picks {
  const picks = useContext(PicksContext)
  if (!picks) throw new Error('Differences are picked within DifferencePicks')
  return picks
}

/** A selection stays while the pages of a list change. */
export function DifferencePicks({ rows, children }: { rows: DifferencePick[]; children: ReactNode }) {
  const t = useTranslations('reconciliation.list')
  const [chosen, setChosen] = useState<ReadonlyMap<string, DifferencePick>>(new Map())
  const picks = useMemo((): Picks => {
    const rowsById = new Map(rows.map((row) => [row.settlementId, row]))
    return {
      picked: [...chosen.values()].map((one) => rowsById.get(one.settlementId) ?? one),
      rows,
      has: (id) => chosen.has(id),
      pick: (wanted, on) => {
        const next = new Map(chosen)
        for (const one of wanted)
          if (!on) next.delete(one.settlementId)
          else if (next.size < maxPicked || next.has(one.settlementId)) next.set(one.settlementId, one)
          else toast(t('full', { max: maxPicked }))
        setChosen(next)
      },
      clear: () => setChosen(new Map()),
    }
  }, [rows, chosen, t])
  return <PicksContext value={picks}>{children}</PicksContext>
}

export function PickBox({ id, code }: { id: string; code: string }) {
  const t = useTranslations('reconciliation.list')
  const { rows, has, pick } = useDifferencePicks()
  return (
    <Checkbox
      aria-label={t('one', { code })}
      checked={has(id)}
      onChange={({ target }) =>
        pick(
          rows.filter(({ settlementId }) => settlementId === id),
          target.checked,
        )
      }
    />
  )
}

/** Above the columns, and where the table is a list of cards above that. */
export function PickAll({ shown }: { shown: 'column' | 'cards' }) {
  const t = useTranslations('reconciliation.list')
  const { rows, has, pick } = useDifferencePicks()
  const here = rows.filter(({ settlementId }) => has(settlementId)).length
  const isAll = rows.length > 0 && here === rows.length
  const box = { checked: isAll, indeterminate: here > 0 && !isAll, onChange: () => pick(rows, !isAll) }
  return shown === 'column' ? (
    <Checkbox {...box} aria-label={t('all')} />
  ) : (
    <div className="@container border-t border-line">
      <Checkbox {...box} label={t('all')} className="border-b border-line px-4 py-2 @xl:hidden" />
    </div>
  )
}
