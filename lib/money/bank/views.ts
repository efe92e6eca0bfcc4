import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { readBankFilters, type BankFilters } from './filters'
import type { Page, Query } from '@/lib/core/keyset'
import { hasStatements, listCandidates, listWithdrawals, sumWithdrawals } from './queries'
import type { BankSums, Candidate, Withdrawal } from './queries'
import { listUnknownEntries, sumUnknownOfPlatform, type UnknownEntry } from './unknown-entries'

const shownRows = 50
const nothing = { rows: [], previous: null, next: null }

export type BankView = {
  filters: BankFilters
  sums: BankSums
  page: Page<Withdrawal & { candidates: Candidate[] }>
  /** Money on statements that no withdrawal accounts for; where that is asked for. */
  unknown: Page<UnknownEntry>
  /** The part that names the marketplace. */
  unknownOfPlatform: { count: number; cents: bigint }
  hasStatements: boolean
  hasWithdrawals: boolean
  mayMatch: boolean
  shops: { id: string; name: string }[]
}

export async function getBankFor(viewer: Scope & Pick<Member, 'role'>, query: Query): Promise<BankView> {
  const { organizationId, role } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const filters = readBankFilters(query)
  return withOrganization(viewer, async (db) => {
    const isUnknown = filters.tab === 'unknown'
    const page = isUnknown ? nothing : await listWithdrawals(db, organizationId, filters, { size: shownRows })
    const open = page.rows.filter(({ entry, isReturned }) => !entry && !isReturned).map(({ id }) => id)
    const candidates = open.length > 0 ? await listCandidates(db, organizationId, open) : []
    const sums = await sumWithdrawals(db, organizationId, filters)
    const any = page.rows[0] ?? (await listWithdrawals(db, organizationId, readBankFilters({}), { size: 1 })).rows[0]
    return {
      filters,
      sums,
      hasWithdrawals: any !== undefined,
      unknown: isUnknown ? await listUnknownEntries(db, organizationId, filters, { size: shownRows }) : nothing,
      unknownOfPlatform: await sumUnknownOfPlatform(db, organizationId, filters),
      page: {
        ...page,
        rows: page.rows.map((row) => ({
          ...row,
          candidates: candidates.filter(({ transactionId }) => transactionId === row.id),
        })),
      },
      hasStatements: await hasStatements(db, organizationId),
      mayMatch: scopeOf(role, 'reconciliation.read') === 'all',
      shops: await db.shop.findMany({
        where: { organizationId, platform: 'shopee' },
        orderBy: { name: 'asc' },
        select: { id: true, name: true },
      }),
    }
  })
}
