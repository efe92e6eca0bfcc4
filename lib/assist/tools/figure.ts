import { z } from 'zod'
import type { Figure, FigureName, Unit } from './contract'

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

/** A page with this query; what is not said is left out. */
export function addressOf(path: string, query: Record<string, string | null | undefined>): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`
}

export const limitInput = (usual: number) => ({
  limit: z.int().min(1).max(50).default(usual).describe('How many rows at most'),
})
