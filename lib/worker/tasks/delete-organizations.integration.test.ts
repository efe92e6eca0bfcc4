import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { storedPath } from '@/lib/core/files/folder-store'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { logger } from '@/lib/core/logging/logger'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { deleteOrganizations } from './delete-organizations'
import { chainAndFold } from './maintenance'

async function fill(company: TestOrganization) {
  const { organizationId, owner } = company
  await addMember(company, 'accountant')
  await addStockedProduct(company, { sku: 'A-1', priceCents: 1_000n, onHand: 10, cost: '4' })
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [
    { at: '2026-01-01T12:00:00Z', listingId },
    { at: '2026-01-02T12:00:00Z', listingId },
  ])
  const file = await writeFile(organizationId, Readable.from([Buffer.from('x')]), 10)
  await withOrganization(owner, (db) => recordFile(db, owner, file, { kind: 'photo', name: 'x' }))
  await withOrganization(owner, (db) =>
    db.invitation.create({
      data: {
        organizationId,
        id: crypto.randomUUID(),
        hash: Uint8Array.from([1]),
        email: 'x@example.com',
        role: 'viewer',
        invitedBy: owner.userId!,
        expiresAt: new Date(),
      },
      select: { id: true },
    }),
  )
  await asWorker(chainAndFold)
}

/** The rows that each tenant table has of the organization, where there are any. */
async function countRows(organizationId: string): Promise<Record<string, number>> {
  return withOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    )
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await owner.query(`select count(*)::int as n from ${name} where organization_id = $1`, [
        organizationId,
      ])
      if (rows[0].n > 0) counts[name] = rows[0].n
    }
    return counts
  })
}

const headOf = (organizationId: string) => resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`)
const plan = ({ organizationId }: TestOrganization, when: string) =>
  inspect(organizationId, `UPDATE organization SET deletion_at = now() + $1::interval`, [when])

test('a company whose days have passed leaves nothing in any table, file or trail, and its neighbour keeps all', async () => {
  const [gone, neighbour, waiting] = [
    await createTestOrganization(),
    await createTestOrganization(),
    await createTestOrganization(),
  ]
  for (const company of [gone, neighbour]) await fill(company)
  await plan(gone, '-1 second')
  await plan(waiting, '1 hour')
  const before = await Promise.all([neighbour, waiting].map(({ organizationId }) => countRows(organizationId)))
  expect(Object.keys(await countRows(gone.organizationId)).length).toBeGreaterThan(15)
  expect([existsSync(headOf(gone.organizationId)), existsSync(storedPath(gone.organizationId))]).toEqual([true, true])

  await asWorker(deleteOrganizations)

  expect(await countRows(gone.organizationId)).toEqual({})
  expect([existsSync(headOf(gone.organizationId)), existsSync(storedPath(gone.organizationId))]).toEqual([false, false])
  expect(await Promise.all([neighbour, waiting].map(({ organizationId }) => countRows(organizationId)))).toEqual(before)
  expect([existsSync(headOf(neighbour.organizationId)), existsSync(storedPath(neighbour.organizationId))]).toEqual([
    true,
    true,
  ])
})

test('a deletion that was cut short goes on where it was', async () => {
  const company = await createTestOrganization()
  await fill(company)
  await plan(company, '-1 second')
  for (let batch = 0; batch < 3; batch += 1)
    expect(await inspect(company.organizationId, 'SELECT delete_organization_batch(1) AS done')).toEqual([
      { done: false },
    ])
  const left = await countRows(company.organizationId)
  expect(left.membership).toBeUndefined()
  expect(left.organization).toBe(1)
  await asWorker(deleteOrganizations)
  expect(await countRows(company.organizationId)).toEqual({})
})

test('files still being written when the company went are gone with the next round, for a week', async () => {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  await fill(company)
  await plan(company, '-1 second')
  const late = withOrganization(owner, async (db) => {
    await db.supplier.create({ data: { organizationId, id: crypto.randomUUID(), name: 'Late' }, select: { id: true } })
    await asWorker(deleteOrganizations)
  })
  await late
  await writeFile(organizationId, Readable.from([Buffer.from('late')]), 10)
  expect(await countRows(organizationId)).toEqual({ supplier: 1 })
  await asWorker(deleteOrganizations)
  expect(await countRows(organizationId)).toEqual({})
  expect(existsSync(storedPath(organizationId))).toBe(false)
  const known = () =>
    withOwner((owner) => owner.query('SELECT 1 FROM deleted_organization WHERE gone_id = $1', [organizationId]))
  expect((await known()).rowCount).toBe(1)
  await withOwner((owner) => owner.query(`UPDATE deleted_organization SET deleted_at = now() - interval '8 days'`))
  await asWorker(deleteOrganizations)
  expect((await known()).rowCount).toBe(0)
})

test('a store that lets nothing go keeps no row of the company, and is emptied later, however late', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await fill(company)
  await plan(company, '-1 second')
  const known = async () => {
    const query = 'SELECT 1 FROM deleted_organization WHERE gone_id = $1'
    return (await withOwner((owner) => owner.query(query, [organizationId]))).rowCount
  }
  const logged = vi.spyOn(logger(), 'error').mockImplementation(() => undefined)
  // A folder in the head's place cannot be removed as a file.
  rmSync(headOf(organizationId))
  mkdirSync(headOf(organizationId))
  await asWorker(deleteOrganizations)
  expect([await countRows(organizationId), await known()]).toEqual([{}, 1])
  await withOwner((owner) => owner.query(`UPDATE deleted_organization SET deleted_at = now() - interval '8 days'`))
  await writeFile(organizationId, Readable.from([Buffer.from('late')]), 10)
  await asWorker(deleteOrganizations)
  expect([logged.mock.calls.length, await known()]).toEqual([2, 1])
  logged.mockRestore()
  rmSync(headOf(organizationId), { recursive: true })
  await asWorker(deleteOrganizations)
  expect([existsSync(storedPath(organizationId)), await known()]).toEqual([false, 0])
})
