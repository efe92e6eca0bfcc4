import 'server-only'
import type { Db } from '@/lib/core/db'
import { holdsSearch, withoutSearch } from '@/lib/core/text/search-words'
import { keptDays, type ExportFilter } from '@/lib/core/exports/schema'

const DAY_MS = 86_400_000

const term = () => new Date(Date.now() - keptDays * DAY_MS)

/** Words that an export looked for, which may be a person's name, live no longer than its file, or than its buyer. */
export async function purgeSearches(db: Db, organizationId: string, before = term()): Promise<void> {
  const passed = await db.export.findMany({
    where: {
      organizationId,
      finishedAt: { lt: before },
      filter: { path: ['query'], string_contains: 'q=' },
    },
    select: { id: true, filter: true },
  })
  for (const { id, filter: stored } of passed) {
    const { query, ...filter } = stored as ExportFilter
    if (!holdsSearch(query)) continue
    await db.export.update({
      where: { organizationId_id: { organizationId, id } },
      data: { filter: { ...filter, query: withoutSearch(query), isForgotten: true } },
      select: { id: true },
    })
  }
}
