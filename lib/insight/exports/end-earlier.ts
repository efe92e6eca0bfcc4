import 'server-only'
import type { Db } from '@/lib/core/db'

/** The archives of the whole company that were made before this one: each may be as large as all that the company has. */
export async function endEarlierArchives(db: Db, organizationId: string, exportId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE stored_file f SET expires_at = now() FROM export e
    WHERE e.organization_id = ${organizationId}::uuid AND e.kind = 'wholeCompany' AND e.id <> ${exportId}::uuid
      AND f.organization_id = e.organization_id AND f.id = e.file_id AND f.expires_at > now()`
}
