import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { inspect } from '@/lib/testing/harnesses/database'
import { createShopAction } from '../shops/actions'
import { confirmImportAction } from './actions'

const folder = mkdtempSync(join(tmpdir(), 'new-shop-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

let count = 0
async function check(shopName: string): Promise<string> {
  const path = join(folder, `${(count += 1)}.xlsx`)
  await writeOrderExport(path, [...sampleOrders(2, count)])
  return checkSheet(company, path, { shopName })
}
const confirm = (importId: string) =>
  confirmImportAction(envelope(company), { importId, takeStock: false, leaveOutBadRows: true })
const createAmazonShop = () =>
  createShopAction(envelope(company), {
    name: 'Minha loja',
    platform: 'amazon',
    externalShopId: null,
    legalEntityId: company.legalEntityId,
  })

test('orders of the platform do not go into a shop of another marketplace that has the name', async () => {
  await createAmazonShop()
  await expect(check('minha loja')).rejects.toMatchObject({ code: 'shopNameTaken' })
})

test('nor into one that was made after the sheet was sent', async () => {
  const importId = await check('minha loja')
  await createAmazonShop()
  expect(await confirm(importId)).toMatchObject({ ok: false, error: 'shopNameTaken' })
})

test('imports that name one new shop and are confirmed at once are all of that shop', async () => {
  const ids = [await check('Nova'), await check('Nova'), await check('nova')]
  expect(await Promise.all(ids.map(confirm))).toEqual(ids.map(() => expect.objectContaining({ ok: true })))
  expect(
    await inspect(company.organizationId, 'SELECT count(*)::int, count(DISTINCT shop_id)::int AS shops FROM import'),
  ).toEqual([{ count: 3, shops: 1 }])
})
