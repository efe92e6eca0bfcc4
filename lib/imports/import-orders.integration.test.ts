/** @jest-environment node */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { asWorker, inspect } from '@/lib/testing/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories'
import { newId } from '@/lib/ids'
import { systemActor } from '@/lib/jobs/task'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import { confirmImport } from './confirm-import'
import { uploadImport } from './upload-import'

const realExport = join(process.cwd(), '../shared/data/Order.all.olist.xlsx')
jest.setTimeout(120_000)

async function upload({ owner }: TestOrganization, path: string, shopName = 'Loja') {
  const input = { fileName: 'Order.all.xlsx', shopId: null, shopName }
  const { importId } = await uploadImport(owner, input, createReadStream(path), newId())
  await asWorker(() => checkImport(systemActor(owner.organizationId, owner.userId), importId))
  return importId
}

async function apply({ owner }: TestOrganization, importId: string) {
  await confirmImport(owner, { importId, takeStock: false, leaveOutBadRows: false })
  await asWorker(() => applyImport(systemActor(owner.organizationId, owner.userId), importId))
}

const describeReal = existsSync(realExport) ? describe : describe.skip
describeReal('the real export of ../shared', () => {
  test('smoke', async () => {
    const organization = await createTestOrganization()
    let t = Date.now()
    const importId = await upload(organization, realExport)
    console.log('check', Date.now() - t)
    console.log((await inspect(organization.organizationId, 'select state, error_code, summary, total from import'))[0])
    t = Date.now()
    await apply(organization, importId)
    console.log('apply', Date.now() - t)
    console.log(
      (await inspect(organization.organizationId, `select state, summary->'result' r, done, total from import`))[0],
    )
    console.log(
      await inspect(
        organization.organizationId,
        `select to_char(day,'YYYY-MM') m, sum(orders)::int o, sum(orders-pending-cancelled)::int v, sum(gross_cents)::int g from sales_day_delta group by 1 order by 1`,
      ),
    )
  })
})
