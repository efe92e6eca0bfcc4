import 'server-only'
import { env } from '@/lib/core/env'
import type { ToolAnswer } from './contract'
import { mapPoints } from './series'

export const absoluteAddress = (path: string) => new URL(path, env().NEXTAUTH_URL).toString()

/** Links that open from anywhere. */
export function withAddresses(answer: ToolAnswer): ToolAnswer {
  const linked = <T extends { href: string | null }>(one: T): T => ({
    ...one,
    href: one.href && absoluteAddress(one.href),
  })
  return {
    ...linked(answer),
    figures: answer.figures.map(linked),
    compared: answer.compared && { ...answer.compared, figures: answer.compared.figures.map(linked) },
    table: answer.table && { ...answer.table, rows: answer.table.rows.map(linked) },
    ...(answer.series && { series: mapPoints(answer.series, linked) }),
    ...(answer.nothing && { nothing: { beginnings: answer.nothing.beginnings.map(linked) } }),
  }
}
