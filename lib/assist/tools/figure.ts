import { z } from 'zod'
import type { ColumnName, Figure, FigureName, StateWords, ToolColumn, Unit } from './contract'

type Known = bigint | number | null

export const asText = (value: Known | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const of =
  (unit: Unit) =>
  (name: FigureName, value: Known, href: string): Figure => ({ name, unit, value: asText(value), href })

export const count = of('count')
export const cents = of('cents')
export const share = of('share')
export const days = of('days')

/** The columns of a table in order, by their units; of a code, where its words stand. */
export const columnsOf = (
  units: Partial<Record<ColumnName, Unit | 'text' | 'day' | { words: StateWords }>>,
): ToolColumn[] =>
  Object.entries(units).map(([name, unit]) =>
    typeof unit === 'string'
      ? { name: name as ColumnName, unit }
      : { name: name as ColumnName, unit: 'state', words: unit.words },
  )

/** A page with this query; what is not said is left out. */
export function addressOf(path: string, query: Record<string, string | null | undefined>): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`
}

export const limitInput = (usual: number) => ({
  limit: z.int().min(1).max(50).default(usual).describe('How many rows at most'),
})
