import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLinkAt, START } from '@/lib/insight/audit-log/chain-audit-log'
import { readHead, writeHead } from '@/lib/insight/audit-log/chain-head'
import { closeDatabase, withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'

/**
 * A trail that was restored to a moment ends there, while the head that was backed up stands earlier. Where the chain holds that head, the
 * head moves to the chain's end; where it does not, it stays, and verifying shows the break.
 */
async function moveEnd(organizationId: string): Promise<string | null> {
  const kept = existsSync(resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`))
  const head = await readHead(organizationId)
  if (kept && !head) return 'the end of its trail in the backup is not signed with this key'
  return withOrganization({ organizationId }, async (db) => {
    const number = head?.number ?? 0n
    const where = { organizationId_number: { organizationId, number } }
    const link = number === 0n ? START : await db.auditChain.findUnique({ where })
    if (head && !isLinkAt(link, head)) return `its trail does not hold link ${number}, where the backup saw it end`
    const last = await db.auditChain.findFirst({ where: { organizationId }, orderBy: { number: 'desc' } })
    const { lastPosition, hmac } = last ?? START
    await writeHead(organizationId, { number: last?.number ?? 0n, lastPosition, hmac: Buffer.from(hmac) })
    return null
  })
}

async function main() {
  const companies = JSON.parse(readFileSync(0, 'utf8')) as { id: string; name: string }[]
  for (const { id, name } of companies) {
    const fault = await moveEnd(id)
    if (!fault) continue
    console.log(`BROKEN  ${name} (${id}): ${fault}`)
    process.exitCode = 1
  }
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 2
  })
  .finally(closeDatabase)
