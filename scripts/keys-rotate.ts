import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { MissingChainKey, chainKeys } from '@/lib/insight/audit-log/chain-keys'
import { carryHead } from '@/lib/insight/audit-log/chain-audit-log'
import { previousKeyIds, encryptionKeyId } from '@/lib/core/crypto'
import { closeDatabase } from '@/lib/core/db'
import { countUnder, reencryptAll } from '@/lib/worker/encrypted-secrets/reencrypt'

async function rotateEncryption(owner: Client, organizationIds: string[]): Promise<boolean> {
  const { done, left, lacking } = await reencryptAll(owner, organizationIds)
  console.log(`ENCRYPTION_KEY ${encryptionKeyId()}: ${done} secrets encrypted again`)
  if (left > 0) console.log(`  ${left} were being changed just then: run this again in a minute`)
  for (const [id, count] of Object.entries(lacking))
    console.log(
      `  ${count} cannot be opened: key ${id} is not among PREVIOUS_ENCRYPTION_KEYS, or they were changed or moved`,
    )
  let kept = 0
  for (const id of previousKeyIds()) {
    const count = await countUnder(owner, organizationIds, id)
    kept += count
    if (count > 0)
      console.log(`  key ${id} still encrypts ${count}: keep it in PREVIOUS_ENCRYPTION_KEYS and run this again`)
    else console.log(`  key ${id} encrypts nothing any more: take it out of PREVIOUS_ENCRYPTION_KEYS an hour from now`)
  }
  return left + kept === 0 && Object.keys(lacking).length === 0
}

async function rotateChainKeys(owner: Client, organizationIds: string[]): Promise<boolean> {
  const byKey = new Map<string, number>()
  let carried = 0
  for (const organizationId of organizationIds) {
    const stands = await carryHead(organizationId).catch((error: unknown) => {
      if (!(error instanceof MissingChainKey)) throw error
      console.log(`  ${organizationId}: ${error.message}`)
    })
    if (stands === true) carried += 1
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    const { rows } = await owner.query<{ id: string; n: string }>(
      'SELECT key_id AS id, count(*) AS n FROM audit_chain WHERE organization_id = current_organization() GROUP BY 1',
    )
    for (const { id, n } of rows) byKey.set(id, (byKey.get(id) ?? 0) + Number(n))
  }
  const [inForce, ...previous] = chainKeys()
  console.log(`AUDIT_CHAIN_KEY ${inForce!.id}: ${carried} of ${organizationIds.length} trails end under it`)
  for (const { id, age } of previous) {
    const count = (byKey.get(id) ?? 0) + (age === previous.length ? (byKey.get('k1') ?? 0) : 0)
    if (count > 0) console.log(`  key ${id} proves ${count} links: keep it in PREVIOUS_AUDIT_CHAIN_KEYS`)
    else console.log(`  key ${id} proves nothing: take it out of PREVIOUS_AUDIT_CHAIN_KEYS`)
  }
  return carried === organizationIds.length
}

async function main() {
  const owner = new Client({ connectionString: readFileSync(0, 'utf8') })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>('SELECT organization_id AS id FROM organization ORDER BY 1')
    const ids = rows.map(({ id }) => id)
    const [isReencrypted, isCarried] = [await rotateEncryption(owner, ids), await rotateChainKeys(owner, ids)]
    process.exitCode = isReencrypted && isCarried ? 0 : 1
  } finally {
    await owner.end()
    await closeDatabase()
  }
}

void main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 2
})
