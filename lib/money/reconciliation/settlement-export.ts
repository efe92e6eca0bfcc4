import 'server-only'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { formatAmount } from '@/lib/core/money'
import { readSettlementFilters, settlementsHref, type SettlementFilters } from './filters'
import { countSettlements, listSettlements, type SettlementRow } from './queries'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles } from '@/lib/core/exports/column-titles'

type CauseAmount = { cause: DiscrepancyCause; amountCents: bigint }
type ExplainedRow = SettlementRow & { causes: CauseAmount[] }

export const settlements = defineList<SettlementFilters, ExplainedRow>({
  permission: 'reconciliation.read',
  filtersOf: (query, { today }) => readSettlementFilters({ ...query, after: undefined, before: undefined }, today),
  // The days themselves: a named period would mean others by the time the file is written.
  addressOf: (filters) => settlementsHref({ ...filters, period: null }),
  count: async (db, filters, { organizationId }) =>
    BigInt((await countSettlements(db, organizationId, filters, null)).orders),
  list: async (db, filters, { organizationId }, after, size) => {
    const { rows, ...page } = await listSettlements(db, organizationId, { ...filters, after }, { size })
    const causes = await listCauses(
      db,
      organizationId,
      rows.map(({ id }) => id),
    )
    return { ...page, rows: rows.map((row) => ({ ...row, causes: causes.get(row.id) ?? [] })) }
  },
  columns: ({ t, timeZone, language }) => {
    const title = (key: keyof Titles['settlements']) => t(`exports.columns.settlements.${key}`)
    return [
      { title: title('code'), type: 'text', width: 20, value: (row) => row.code },
      { title: title('day'), type: 'day', width: 13, value: (row) => row.day },
      { title: title('shop'), type: 'text', width: 24, value: (row) => row.shopName },
      { title: title('state'), type: 'text', width: 22, value: (row) => t(`reconciliation.states.${row.state}`) },
      { title: title('dueOn'), type: 'day', width: 13, value: (row) => row.dueOn },
      {
        title: title('releasedAt'),
        type: 'day',
        width: 13,
        value: (row) => row.releasedAt && localDay(row.releasedAt, timeZone),
      },
      { title: title('expected'), type: 'money', width: 15, value: (row) => row.expectedCents },
      { title: title('released'), type: 'money', width: 15, value: (row) => row.releasedCents },
      { title: title('adjusted'), type: 'money', width: 13, value: (row) => row.adjustedCents },
      { title: title('difference'), type: 'money', width: 13, value: (row) => row.differenceCents },
      { title: title('unexplained'), type: 'money', width: 15, value: (row) => row.unexplainedCents },
      {
        title: title('cause'),
        type: 'text',
        width: 28,
        value: (row) => row.cause && t(`reconciliation.causes.${row.cause}`),
      },
      {
        title: title('causes'),
        type: 'text',
        width: 48,
        value: (row) =>
          row.causes
            .map(
              ({ cause, amountCents }) =>
                `${t(`reconciliation.causes.${cause}`)} ${formatAmount(amountCents, language)}`,
            )
            .join(' · ') || null,
      },
    ]
  },
})

/**
 * The causes of each settlement, in the order of their names: with the unexplained part they add up to the difference.
 */
async function listCauses(db: Db, organizationId: string, ids: string[]): Promise<Map<string, CauseAmount[]>> {
  const discrepancies = await db.discrepancy.findMany({
    where: { organizationId, settlementId: { in: ids } },
    select: { settlementId: true, cause: true, amountCents: true },
    orderBy: [{ settlementId: 'asc' }, { cause: 'asc' }],
  })
  const causes = new Map<string, CauseAmount[]>()
  for (const { settlementId, ...cause } of discrepancies)
    causes.set(settlementId, [...(causes.get(settlementId) ?? []), cause])
  return causes
}
