import { verifyAuditLog } from '@/lib/insight/audit-log/verify-audit-log'
import { closeDatabase } from '@/lib/core/db'

type Company = { id: string; name: string }
type Verdict = Awaited<ReturnType<typeof verifyAuditLog>>

const reasons = {
  link: 'one of them was edited or moved',
  gap: 'an entry or a link is missing or was added',
  head: 'the tail was cut off, or the chain was computed again',
}

const lacks = (keyId?: string) =>
  `the key ${keyId} that chained them is not among PREVIOUS_AUDIT_CHAIN_KEYS: they cannot be checked`

function printVerdict({ name, id }: Company, verdict: Verdict): void {
  const waiting = `${verdict.unchained} not chained yet`
  if (verdict.intact) return console.log(`intact  ${name} (${id}): ${verdict.chained} chained, ${waiting}`)
  const { brokenAt, brokenUntil, reason, keyId } = verdict
  const where = brokenAt === brokenUntil ? `at entry ${brokenAt}` : `between entries ${brokenAt} and ${brokenUntil}`
  const holds = `${verdict.chained} before it hold, ${waiting}`
  if (reason === 'key') return console.log(`NO KEY  ${name} (${id}): ${where}, ${lacks(keyId)}; ${holds}`)
  console.log(`BROKEN  ${name} (${id}): ${where}, ${reasons[reason]}; ${holds}`)
}

async function main() {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const companies = JSON.parse(Buffer.concat(chunks).toString()) as Company[]
  for (const company of companies) {
    const verdict = await verifyAuditLog(company.id)
    printVerdict(company, verdict)
    // A broken audit log counts for more than one that could not be checked.
    if (!verdict.intact && process.exitCode !== 1) process.exitCode = verdict.reason === 'key' ? 2 : 1
  }
  await closeDatabase()
}

void main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 2
})
