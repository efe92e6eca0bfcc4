'use client'

import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import toast from 'react-hot-toast'
import { Checkbox } from '@/components/ui/field'

export type Picks<Row> = {
  picked: Row[]
  /** Those of the page that can be picked. */
  rows: Row[]
  rowOf: (id: string) => Row | undefined
  has: (id: string) => boolean
  pick: (rows: Row[], on: boolean) => void
  clear: () => void
}
/** `full` is said when more are picked than may be. */
type ProviderProps<Row> = { rows: Row[]; full: string; children: ReactNode }

/** Picking rows of a list: a selection stays while the pages change, and a row in sight counts as it is now. `max` are picked at most. */
export function createPicks<Row>({ idOf, max }: { idOf: (row: Row) => string; max: number }) {
  const Context = createContext<Picks<Row> | null>(null)

  function usePicks(): Picks<Row> {
    const picks = useContext(Context)
    if (!picks) throw new Error('Rows are picked within their provider')
    return picks
  }

  function PicksProvider({ rows, full, children }: ProviderProps<Row>) {
    const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
    const picks = useMemo((): Picks<Row> => {
      const rowsById = new Map(rows.map((row) => [idOf(row), row]))
      return {
        picked: [...chosen].map(([id, row]) => rowsById.get(id) ?? row),
        rows,
        rowOf: (id) => rowsById.get(id),
        has: (id) => chosen.has(id),
        pick: (changed, on) => {
          const next = new Map(chosen)
          for (const row of changed)
            if (!on) next.delete(idOf(row))
            else if (next.size < max || next.has(idOf(row))) next.set(idOf(row), row)
            else toast(full)
          setChosen(next)
        },
        clear: () => setChosen(new Map()),
      }
    }, [rows, chosen, full])
    return <Context value={picks}>{children}</Context>
  }

  function PickBox({ id, label }: { id: string; label: string }) {
    const { rowOf, has, pick } = usePicks()
    const own = rowOf(id)
    if (own === undefined) return null
    return (
      <Checkbox data-pick aria-label={label} checked={has(id)} onChange={({ target }) => pick([own], target.checked)} />
    )
  }

  /** Above the column of boxes, and where the table is a list of cards above that. */
  function PickAll({ shown, label }: { shown: 'column' | 'cards'; label: string }) {
    const { rows, has, pick } = usePicks()
    if (rows.length === 0) return null
    const here = rows.filter((row) => has(idOf(row))).length
    const isAll = here === rows.length
    const box = { checked: isAll, indeterminate: here > 0 && !isAll, onChange: () => pick(rows, !isAll) }
    return shown === 'column' ? (
      <Checkbox data-pick-all {...box} aria-label={label} />
    ) : (
      <div className="@container border-t border-line">
        <Checkbox {...box} label={label} className="border-b border-line px-4 py-2 @xl:hidden" />
      </div>
    )
  }

  return { PicksProvider, usePicks, PickBox, PickAll }
}
