import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { storedPath } from '@/lib/core/files/folder-store'
import { passingPath } from '@/lib/core/files/passing'
import { writeFile as writeStored } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { plantAgentTask } from '@/lib/testing/samples/agent-samples'
import { threadWithQuestion, proposedExpense } from '@/lib/testing/samples/assistant-samples'
import { listExport } from '@/lib/testing/samples/account-samples'
import { plantDifference } from '@/lib/testing/harnesses/case-harness'
import { openCases } from '@/lib/money/cases/open-cases'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { createTestOrganization, createUser, type TestOrganization } from '@/lib/testing/factories/factories'
import { failedDelivery } from '@/lib/testing/samples/integration-samples'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { purgeExpired } from './maintenance'

type NightHarness = { company: TestOrganization; shopId: string }
/** Leaves something whose term has passed, and answers how to tell whether it is still there. */
type Step = (harness: NightHarness) => Promise<() => Promise<boolean>>

const OLD = `now() - interval '400 days'`
const set = ({ company }: NightHarness, sql: string, given: unknown[] = []) =>
  changeAsOwner(company.organizationId, sql, given)
const stands =
  ({ company }: NightHarness, sql: string, given: unknown[] = []) =>
  async () =>
    (await inspect(company.organizationId, sql, given)).length > 0
const standsAnywhere = (sql: string, given: unknown[]) => () =>
  withOwner(async (owner) => {
    if (sql.includes('graphile_worker')) await owner.query('SET ROLE mascate_worker')
    return (await owner.query(sql, given)).rows.length > 0
  })
const oldOrder = async (harness: NightHarness) => {
  const { orderId } = await addParcel(harness.company, { shopId: harness.shopId, status: 'delivered' })
  await set(
    harness,
    `UPDATE orders SET placed_at = ${OLD}, paid_at = ${OLD}, ship_by = ${OLD}, shipped_at = ${OLD}, delivered_at = ${OLD} WHERE id = $1`,
    [orderId],
  )
  return orderId
}

/** By the names that purgeExpired gives them in the log. */
const steps: Record<string, Step> = {
  'a sign-up': async () => {
    const { organizationId, owner } = await createTestOrganization()
    await withOwner(async (database) => {
      await database.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
      await database.query(
        `UPDATE app_user SET verified_at = NULL, created_at = now() - interval '8 days' WHERE id = $1`,
        [owner.userId],
      )
      await database.query(
        `UPDATE organization SET created_at = now() - interval '8 days' WHERE organization_id = $1`,
        [organizationId],
      )
    })
    return standsAnywhere('SELECT 1 FROM app_user WHERE id = $1', [owner.userId])
  },
  buyers: async (harness) => {
    const orderId = await oldOrder(harness)
    await set(
      harness,
      `INSERT INTO order_buyer (organization_id, order_id, purge_after) VALUES (current_organization(), $1, ${OLD})`,
      [orderId],
    )
    return stands(harness, 'SELECT 1 FROM order_buyer WHERE order_id = $1', [orderId])
  },
  customers: async (harness) => {
    const orderId = await oldOrder(harness)
    await set(harness, `UPDATE orders SET note = 'Zuleica' WHERE id = $1`, [orderId])
    return stands(harness, 'SELECT 1 FROM orders WHERE id = $1 AND note IS NOT NULL', [orderId])
  },
  'return texts': async (harness) => {
    const orderId = await oldOrder(harness)
    const id = await addReturn(harness.company, { ...harness, orderId }, { kind: 'refund_only', state: 'closed' })
    await set(
      harness,
      `UPDATE order_return SET buyer_text = 'x', opened_at = ${OLD}, platform_at = ${OLD} WHERE id = $1`,
      [id],
    )
    return stands(harness, 'SELECT 1 FROM order_return WHERE id = $1 AND buyer_text IS NOT NULL', [id])
  },
  proofs: async (harness) => {
    const { company, shopId } = harness
    const fileId = newId()
    await set(harness, STORED, [fileId, 'caseProof', null])
    const { settlementId, cause } = await plantDifference(company, shopId)
    const plain = { reason: 'x', protocol: null, deadline: null, ownerId: null, fileIds: [] }
    const { cases } = await openCases(company.owner, { ...plain, picks: [{ settlementId, cause }] })
    await set(
      harness,
      'INSERT INTO case_file (organization_id, case_id, file_id) VALUES (current_organization(), $1, $2)',
      [cases[0]!.id, fileId],
    )
    await set(harness, `UPDATE recovery_case SET state = 'denied', closed_at = ${OLD} WHERE id = $1`, [cases[0]!.id])
    return stands(harness, 'SELECT 1 FROM case_file WHERE file_id = $1', [fileId])
  },
  invoices: async (harness) => {
    const id = await storedInvoice(harness.company)
    await set(harness, `UPDATE fiscal_document SET issued_at = now() - interval '7 years' WHERE id = $1`, [id])
    return stands(harness, 'SELECT 1 FROM fiscal_document WHERE id = $1 AND file_id IS NOT NULL', [id])
  },
  refusals: async (harness) => {
    const id = newId()
    await set(
      harness,
      `INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code, state, last_at)
       VALUES (current_organization(), $1, $2, 'ship', 'x', 'refused', 'resolved', ${OLD})`,
      [id, harness.shopId],
    )
    return stands(harness, 'SELECT 1 FROM sync_failure WHERE id = $1', [id])
  },
  'bank entries': async (harness) => {
    const id = newId()
    await set(
      harness,
      `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
       VALUES (current_organization(), $1, $2, '\\x01', '4321', 'x', current_date - 400, 100, 'PIX Zuleica')`,
      [id, harness.company.legalEntityId],
    )
    return stands(harness, `SELECT 1 FROM bank_entry WHERE id = $1 AND memo <> ''`, [id])
  },
  conversations: async (harness) => {
    const id = await threadWithQuestion(harness.company)
    await set(harness, `UPDATE assistant_thread SET used_at = ${OLD} WHERE id = $1`, [id])
    return stands(harness, 'SELECT 1 FROM assistant_thread WHERE id = $1', [id])
  },
  proposals: async (harness) => {
    const id = await proposedExpense(harness.company)
    await set(harness, `UPDATE proposal SET expires_at = ${OLD} WHERE id = $1`, [id])
    return stands(harness, 'SELECT 1 FROM proposal WHERE id = $1', [id])
  },
  invitations: async (harness) => {
    const id = newId()
    await set(
      harness,
      `INSERT INTO invitation (organization_id, id, hash, email, role, invited_by, expires_at)
       VALUES (current_organization(), $1::uuid, uuid_send($1::uuid), 'x@example.com', 'viewer', $2, ${OLD})`,
      [id, harness.company.owner.userId],
    )
    return stands(harness, 'SELECT 1 FROM invitation WHERE id = $1', [id])
  },
  'searched words': async (harness) => {
    const id = await listExport(harness.company, 'waiting')
    await set(
      harness,
      `UPDATE export SET filter = '{"query": "q=Zuleica"}', state = 'done', finished_at = ${OLD} WHERE id = $1`,
      [id],
    )
    return stands(harness, `SELECT 1 FROM export WHERE id = $1 AND filter::text LIKE '%Zuleica%'`, [id])
  },
  answers: async (harness) => {
    const key = newId()
    await set(
      harness,
      `INSERT INTO idempotency (organization_id, route, key, body_hash, expires_at) VALUES (current_organization(), 'x', $1, '\\x00', ${OLD})`,
      [key],
    )
    return stands(harness, 'SELECT 1 FROM idempotency WHERE key = $1', [key])
  },
  webhooks: async (harness) => {
    const id = await failedDelivery(harness.company)
    await set(harness, `UPDATE outgoing_event SET created_at = ${OLD}`)
    return stands(harness, 'SELECT 1 FROM webhook_delivery WHERE id = $1', [id])
  },
  'longer work': async (harness) => {
    const { id } = await plantAgentTask(harness.company, { state: 'done' })
    await set(harness, `UPDATE agent_task SET created_at = ${OLD}, finished_at = ${OLD} WHERE id = $1`, [id])
    return stands(harness, 'SELECT 1 FROM agent_task WHERE id = $1', [id])
  },
  'platform answers': async (harness) => {
    const subject = newId()
    await set(
      harness,
      `INSERT INTO platform_answer (organization_id, shop_id, kind, subject, body, as_of, purge_after)
       VALUES (current_organization(), $1, 'order', $2, '{}', now(), ${OLD})`,
      [harness.shopId, subject],
    )
    return stands(harness, 'SELECT 1 FROM platform_answer WHERE subject = $1', [subject])
  },
  authorizations: async (harness) => {
    const id = newId()
    await set(
      harness,
      `INSERT INTO shop_authorization (organization_id, state_hash, shop_id, user_id, session_id, expires_at)
       VALUES (current_organization(), uuid_send($1::uuid), $2, $3, $1::uuid, ${OLD})`,
      [id, harness.shopId, harness.company.owner.userId],
    )
    return stands(harness, 'SELECT 1 FROM shop_authorization WHERE session_id = $1', [id])
  },
  files: async (harness) => {
    const id = newId()
    await set(harness, STORED, [id, 'label', new Date(0)])
    return stands(harness, 'SELECT 1 FROM stored_file WHERE id = $1', [id])
  },
  'files without a row': async ({ company }) => {
    const { place } = await writeStored(company.organizationId, Readable.from(['x']), 10)
    await utimes(storedPath(place), new Date(0), new Date(0))
    return () => Promise.resolve(existsSync(storedPath(place)))
  },
  'what is passing through': async () => {
    const path = await passingPath()
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'x')
    await utimes(path, new Date(0), new Date(0))
    return () => Promise.resolve(existsSync(path))
  },
  'webhook-events': async () => {
    const hash = Buffer.from(newId())
    await withOwner((owner) =>
      owner.query(
        `INSERT INTO webhook_inbox (platform, body_hash, code, body, platform_at, received_at) VALUES ('shopee', $1, 3, '{}', ${OLD}, ${OLD})`,
        [hash],
      ),
    )
    return standsAnywhere('SELECT 1 FROM webhook_inbox WHERE body_hash = $1', [hash])
  },
  'sign-ins': async () => {
    const { userId } = await createUser()
    await withOwner((owner) =>
      owner.query(
        `INSERT INTO session (id, hash, user_id, expires_at) VALUES (gen_random_uuid(), uuid_send(gen_random_uuid()), $1, ${OLD})`,
        [userId],
      ),
    )
    return standsAnywhere('SELECT 1 FROM session WHERE user_id = $1', [userId])
  },
  'dead jobs': async () => {
    const key = newId()
    await withOwner(async (owner) => {
      await owner.query('SET ROLE mascate_worker')
      await owner.query(`SELECT graphile_worker.add_job('send-mail', '{}'::json, job_key => $1, max_attempts => 1)`, [
        key,
      ])
      await owner.query(`UPDATE graphile_worker._private_jobs SET attempts = 1, updated_at = ${OLD} WHERE key = $1`, [
        key,
      ])
    })
    return standsAnywhere('SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1', [key])
  },
  'counted attempts': async () => {
    const key = newId()
    await withOwner((owner) => owner.query('INSERT INTO rate_limit (key, points, expire) VALUES ($1, 1, 1)', [key]))
    return standsAnywhere('SELECT 1 FROM rate_limit WHERE key = $1', [key])
  },
}
const STORED = `INSERT INTO stored_file (organization_id, id, kind, name, bytes, sha256, place, expires_at)
  VALUES (current_organization(), $1::uuid, $2, 'x', 1, '\\x00', current_organization() || '/' || $1::uuid, $3)`

test('one night forgets each kind of what has passed its term', async () => {
  const company = await createTestOrganization()
  const harness = { company, shopId: await addShop(company, 'Loja') }
  const planted: [string, () => Promise<boolean>][] = []
  for (const [name, plant] of Object.entries(steps)) planted.push([name, await plant(harness)])
  const left = async () => {
    const names = await Promise.all(planted.map(async ([name, isLeft]) => ((await isLeft()) ? [name] : [])))
    return names.flat()
  }
  expect(await left()).toEqual(Object.keys(steps))
  await asWorker(purgeExpired)
  expect(await left()).toEqual([])
})
