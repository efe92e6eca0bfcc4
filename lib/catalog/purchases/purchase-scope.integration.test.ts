import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'

test('a member limited to some legal entities sees their purchases and invoices alone', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId: mine } = company
  const [other, supplierId] = [newId(), newId()]
  await withOrganization({ organizationId }, async (db) => {
    await db.legalEntity.create({ data: { organizationId, id: other, name: 'Outra' }, select: { id: true } })
    await db.supplier.create({ data: { organizationId, id: supplierId, name: 'F' }, select: { id: true } })
    for (const [number, legalEntityId] of [mine, other, null].entries()) {
      const own = { organizationId, legalEntityId }
      await db.purchaseOrder.create({ data: { ...own, id: newId(), number, supplierId }, select: { id: true } })
      const fileId = newId()
      const stored = { kind: 'invoice', name: 'a', bytes: 1n, sha256: new Uint8Array(32), place: fileId }
      await db.storedFile.create({ data: { organizationId, id: fileId, ...stored }, select: { id: true } })
      const invoice = {
        accessKey: `${number}`,
        supplierDocument: '1',
        supplierName: 'F',
        number: `${number}`,
        series: '1',
      }
      await db.purchaseInvoice.create({
        data: { ...own, id: newId(), ...invoice, issuedOn: new Date(), totalCents: 1n, content: {}, fileId },
        select: { id: true },
      })
    }
  })
  const seenBy = (legalEntityIds?: string[]) =>
    withOrganization({ ...company.owner, legalEntityIds }, async (db) => [
      await db.purchaseOrder.count({ where: { organizationId } }),
      await db.purchaseInvoice.count({ where: { organizationId } }),
    ])
  expect(await seenBy()).toEqual([3, 3])
  expect(await seenBy([mine])).toEqual([1, 1])
  expect(await seenBy([])).toEqual([0, 0])
})

test('the worker reads purchases and writes none; the app plans a recosting and leaves its progress to the worker, which plans those of a sheet', async () => {
  const rights = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ grantee: string; name: string; rights: string }>(
      `SELECT g.grantee, g.table_name AS name, string_agg(g.privilege_type, ' ' ORDER BY g.privilege_type) AS rights
       FROM information_schema.role_table_grants g
       WHERE g.grantee IN ('mascate_app', 'mascate_worker') AND (g.table_name LIKE 'purchase%' OR g.table_name LIKE 'supplier%' OR g.table_name = 'recost_run')
       GROUP BY 1, 2`,
    )
    return rows
  })
  for (const { grantee, name, rights: given } of rights) {
    const isRun = name === 'recost_run'
    if (grantee === 'mascate_worker') expect([name, given]).toEqual([name, isRun ? 'INSERT SELECT UPDATE' : 'SELECT'])
    else if (isRun) expect(given).toBe('INSERT SELECT')
  }
  expect(rights).toHaveLength(18)
})
