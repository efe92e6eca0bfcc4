import { ratio } from './figures'
import { addMonths, type Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'

export type CohortFact = { firstMonth: Day; month: Day; buyers: bigint; orders: bigint; revenueCents: Cents }
/** Null where the month is still to come, or is not counted. */
export type CohortCell = { buyers: bigint; orders: bigint; revenueCents: Cents; rate: number } | null
export type Cohort = { firstMonth: Day; buyers: bigint; cells: CohortCell[] }
export type Cohorts = {
  rows: Cohort[]
  /** The share of buyers who came back, of those who could have that many months later. */
  average: (number | null)[]
  buyers: bigint
}

export const cohortMonths = 12

/** The months a table of cohorts ends with `last` shows, oldest first. */
export const listCohortMonths = (last: Day): Day[] =>
  Array.from({ length: cohortMonths }, (_, index) => addMonths(last, index - cohortMonths + 1))

/** One row for each first month, one cell for each month after it; months to come, and those left out without a buyer, have none. */
export function shapeCohorts(facts: readonly CohortFact[], last: Day, leftOut: readonly Day[] = []): Cohorts {
  const byKey = new Map(facts.map((fact) => [`${fact.firstMonth} ${fact.month}`, fact]))
  const rows = listCohortMonths(last).map((firstMonth): Cohort => {
    const buyers = byKey.get(`${firstMonth} ${firstMonth}`)?.buyers ?? 0n
    const cells = Array.from({ length: cohortMonths }, (_, offset): CohortCell => {
      const month = addMonths(firstMonth, offset)
      if (month > last) return null
      const fact = byKey.get(`${firstMonth} ${month}`)
      if (!fact && leftOut.includes(month)) return null
      const came = fact?.buyers ?? 0n
      return {
        buyers: came,
        orders: fact?.orders ?? 0n,
        revenueCents: fact?.revenueCents ?? 0n,
        rate: buyers > 0n ? ratio(came, buyers) : 0,
      }
    })
    return { firstMonth, buyers, cells }
  })
  const average = Array.from({ length: cohortMonths }, (_, offset) => {
    const able = rows.filter(({ cells }) => cells[offset])
    const size = able.reduce((sum, { buyers }) => sum + buyers, 0n)
    return size > 0n
      ? ratio(
          able.reduce((sum, { cells }) => sum + (cells[offset]?.buyers ?? 0n), 0n),
          size,
        )
      : null
  })
  return {
    rows,
    average,
    buyers: rows.reduce((sum, { buyers }) => sum + buyers, 0n),
  }
}
