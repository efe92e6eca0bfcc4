import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

/** Companies with a connected shop. */
export async function listActiveCompanies(): Promise<string[]> {
  const rows = await callGlobal<{ id: string }>(
    Prisma.sql`SELECT DISTINCT organization_id AS id FROM list_active_shops()`,
  )
  return rows.map(({ id }) => id)
}
