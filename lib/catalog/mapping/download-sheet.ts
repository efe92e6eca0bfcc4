import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Readable } from 'node:stream'
import type { Member } from '@/lib/identity/auth/member'
import { addDays, localDay } from '@/lib/core/dates'
import { seesTotals } from '@/lib/core/permissions'
import { withOrganization, type Scope } from '@/lib/core/db'
import { writeSheet } from '@/lib/core/exports/file-formats'
import type { Heading, Value } from '@/lib/core/exports/list-kind'
import type { Language } from '@/lib/core/language'
import { readMappingFilters } from './filters'
import { listListings } from './queries'
import { sheetColumnNames, sheetColumns } from './sheet'
import type { Suggestion } from './suggest'
import { listSuggestions } from './suggestions'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope
const BATCH = 200
const MOST_ROWS = 20_000
const MOST_SUGGESTED = 2_000

/**
 * The unmapped listings of the filter, with the product of the same SKU, and beside it a likely one: to be corrected
 * and sent back.
 */
export function downloadMappingSheet(viewer: Viewer, query: Query, language: Language): Readable {
  const at = language === 'pt' ? 0 : 1
  const names = sheetColumnNames.filter((name) => name !== 'revenue' || seesTotals(viewer))
  const headings: Heading[] = names.map((name) => ({
    title: sheetColumns[name][at],
    type: name === 'revenue' ? 'money' : name === 'quantity' ? 'number' : 'text',
    width: name === 'title' ? 50 : 18,
  }))
  return writeSheet.xlsx({
    name: 'mapeamento',
    headings,
    batches: rowsOf(viewer, query),
    language,
    timeZone: viewer.timeZone,
  })
}

async function* rowsOf(viewer: Viewer, query: Query): AsyncGenerator<Value[][]> {
  const { organizationId, timeZone } = viewer
  const filters = { ...readMappingFilters(query), tab: 'unmapped' as const, after: null, before: null }
  const stakeFrom = addDays(localDay(new Date(), timeZone), -90)
  const seesStake = seesTotals(viewer)
  let after: string | null = null
  for (let count = 0; count < MOST_ROWS;) {
    const from: string | null = after
    const [page, suggestions] = await withOrganization(viewer, async (db) => {
      const listings = await listListings(db, organizationId, { ...filters, after: from }, { stakeFrom, size: BATCH })
      return [
        listings,
        count < MOST_SUGGESTED
          ? await listSuggestions(db, organizationId, listings.rows)
          : new Map<string, Suggestion>(),
      ] as const
    })
    yield page.rows.map((row) => {
      const suggestion = suggestions.get(row.id)
      // Only the very same SKU is filled in: a likeness is for a person to look at and copy.
      const sku = suggestion?.why === 'sku' ? suggestion.sku : ''
      return [
        row.itemId ?? '',
        row.modelId ?? '',
        row.shopName,
        row.title,
        row.variation ?? '',
        row.sku ?? '',
        ...(seesStake ? [row.stakeCents] : []),
        sku,
        sku ? 1 : null,
        suggestion && suggestion.why !== 'sku' ? suggestion.sku : '',
      ]
    })
    count += page.rows.length
    if (!page.next) return
    after = page.next
  }
}
