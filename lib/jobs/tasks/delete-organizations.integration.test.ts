import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/db'
import { env } from '@/lib/env'
import { storedPath } from '@/lib/files/folder-store'
import { recordFile, writeFile } from '@/lib/files/store'
import { asWorker, inspect, withOwner } from '@/lib/testing/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/sales'
import { addStockedProduct } from '@/lib/testing/stocked-product'
import { deleteOrganizations } from './delete-organizations'
import { sealAndFold } from './keep-house'

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
  await asWorker(sealAndFold)
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
