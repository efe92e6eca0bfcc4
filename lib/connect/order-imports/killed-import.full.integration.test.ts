// Full form: it starts processes and kills them. Default: lib/connect/order-imports/import-work.integration.test.ts cuts the same import off after any batch.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemActor } from '@/lib/core/queue/task'
import { workerUrl } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, readBooks, runApply } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { confirmImportAction } from './actions'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const path = () => join(folder, `${(count += 1)}.xlsx`)
async function sheet(orders: Iterable<SampleOrder>) {
  const file = path()
  await writeOrderExport(file, orders)
  return file
}
const booksOf = async (orders: SampleOrder[]) => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet(orders))
  return withoutKeys(await readBooks(organization))
}
// The buyer's key depends on the company.
const withoutKeys = ({ orders, ...books }: Awaited<ReturnType<typeof readBooks>>) => ({
  ...books,
  orders: orders.map(({ buyer_key: _, ...order }) => order),
})
async function confirmed(organization: TestOrganization, orders: SampleOrder[]) {
  const importId = await checkSheet(organization, await sheet(orders))
  await signInAs(organization.owner)
  expect(
    await confirmImportAction(envelope(organization), { importId, takeStock: false, leaveOutBadRows: false }),
  ).toMatchObject({ ok: true })
  return importId
}

test('an import whose process is killed in the middle of a batch finishes with the same result', async () => {
  const orders = [...sampleOrders(240, 21)]
  const expected = await booksOf(orders)
  const organization = await createTestOrganization()
  const importId = await confirmed(organization, orders)
  const program = `
    const { applyImport } = require('./lib/connect/order-imports/apply-import')
    applyImport(${JSON.stringify(systemActor(organization.organizationId))}, '${importId}', { batchOrders: 5 })`
  const file = join(folder, 'apply.cjs')
  writeFileSync(
    file,
    `process.chdir(${JSON.stringify(process.cwd())}); require('module').createRequire(process.cwd() + '/x')('tsx/cjs/api').register(); ${program.replace("require('./", `require('${process.cwd()}/`)}`,
  )
  let kills = 0
  for (let applied = 0; applied < 240 && kills < 3; kills += 1) {
    const child = spawn(process.execPath, ['--conditions=react-server', file], {
      env: { ...process.env, DATABASE_URL: workerUrl() },
      stdio: 'ignore',
    })
    const before = applied
    for (let tries = 0; tries < 200 && applied < before + 15; tries += 1) {
      await wait(50)
      applied = (await readBooks(organization)).orders.length
    }
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(applied).toBeGreaterThan(before)
  }
  expect((await getImportRow(organization, importId)).state).toBe('applying')
  await runApply(organization, importId)
  expect(withoutKeys(await readBooks(organization))).toEqual(expected)
})
