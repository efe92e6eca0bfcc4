import { GET as getHealth } from '@/app/api/health/route'
import { POST as postSheet } from '@/app/api/sheets/route'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { clearProcessState } from '@/lib/core/process/process-state'
import { recordFile } from '@/lib/core/files/store'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { requestTestExport } from '@/lib/testing/factories/exports'
import { placeOrderAction } from '@/lib/sales/orders/actions'
import { orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { importTasks } from '@/lib/worker/tasks/imports'
import { confirmSheetAction } from '../catalogue-sheets/actions'

/** The environment as a restart would read it. */
function restartWith(values: Record<string, string>) {
  Object.assign(process.env, values)
  clearProcessState()
}
afterEach(() => {
  for (const name of ['DISK_RESERVE_MB', 'COMPANY_STORAGE_MB', 'COMPANY_STAGED_ROWS']) delete process.env[name]
  clearProcessState()
})

const csv = 'SKU;Título\nA-1;Caneca\n'
async function send(company: TestOrganization): Promise<{ status: number; error?: string }> {
  await signInAs(company.owner)
  const request = new Request('http://localhost:3000/api/sheets?kind=catalogue&fileName=x.csv', {
    method: 'POST',
    body: csv,
    headers: { 'x-organization-id': company.organizationId },
  })
  const answer = await postSheet(request, { params: Promise.resolve({}) })
  return { status: answer.status, ...((await answer.json()) as { error?: string }) }
}

async function check({ owner, organizationId }: TestOrganization, importId: string) {
  const job = { attempts: 1, task_identifier: 'import-check' }
  await asWorker(() =>
    importTasks['import-check']!({ organizationId, importId, userId: owner.userId }, { job } as never),
  )
}
const imports = ({ organizationId }: TestOrganization) =>
  inspect<{ id: string; state: string; code: string | null }>(
    organizationId,
    'SELECT id, state::text, error_code AS code FROM import ORDER BY created_at, id',
  )

test('below the reserve of the disk uploads, checks and exports are refused in words while orders go on; health says full', async () => {
  const { company, product } = await stockedCompany()
  expect((await send(company)).status).toBe(200)
  expect((await getHealth()).status).toBe(200)
  restartWith({ DISK_RESERVE_MB: '999999999' })
  expect(await send(company)).toMatchObject({ status: 400, error: 'diskFull' })
  const { id } = (await imports(company))[0]!
  await check(company, id)
  expect(await imports(company)).toMatchObject([{ state: 'failed', code: 'diskFull' }])
  await expect(requestTestExport(company.owner)).rejects.toMatchObject({ code: 'diskFull' })
  const health = await getHealth()
  expect([health.status, await health.json()]).toEqual([200, { status: 'full' }])
  expect(await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]]))).toMatchObject({
    ok: true,
  })
})

test('the files and staged rows of a company have limits of their own, and another company stays free', async () => {
  const [full, other] = [await createTestOrganization(), await createTestOrganization()]
  restartWith({ COMPANY_STORAGE_MB: '1', COMPANY_STAGED_ROWS: '1' })
  const file = { id: newId(), place: `x/${newId()}`, bytes: 1_048_570n, sha256: new Uint8Array(32) }
  await withOrganization(full.owner, (db) => recordFile(db, full.owner, file, { kind: 'receipt', name: 'x' }))
  expect(await send(full)).toMatchObject({ status: 400, error: 'storageFull' })
  const label = { ...file, id: newId(), place: `x/${newId()}` }
  await withOrganization(full.owner, (db) => recordFile(db, full.owner, label, { kind: 'label', name: 'x' }))
  for (const round of [1, 2]) expect([round, (await send(other)).status]).toEqual([round, 200])
  for (const { id } of await imports(other)) await check(other, id)
  expect(await imports(other)).toMatchObject([
    { state: 'ready', code: null },
    { state: 'failed', code: 'stagedRowsFull' },
  ])
})

test('rows that a done import keeps, and those of the sheet itself, take no room from the sheet that is checked', async () => {
  const company = await createTestOrganization()
  restartWith({ COMPANY_STAGED_ROWS: '1' })
  await send(company)
  const { id } = (await imports(company))[0]!
  for (const _ of ['first', 'again']) {
    await inspect(company.organizationId, `UPDATE import SET state = 'uploaded' WHERE id = $1`, [id])
    await check(company, id)
    expect(await imports(company)).toMatchObject([{ state: 'ready', code: null }])
  }
  await inspect(company.organizationId, `UPDATE import SET state = 'done' WHERE id = $1`, [id])
  await send(company)
  await check(company, (await imports(company))[1]!.id)
  expect(await imports(company)).toMatchObject([{ state: 'done' }, { state: 'ready', code: null }])
})

test('five imports of a company may wait for a confirmation, however many are sent at once, and end after a day', async () => {
  const company = await createTestOrganization()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(company)))
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual(Array.from({ length: 3 }, () => 'tooManyOpenImports'))
  const { id } = (await imports(company))[0]!
  const hoursLeft = async () => {
    const [job] = await inspect<{ hours: number }>(
      company.organizationId,
      'SELECT round(extract(epoch FROM run_at - now()) / 3600)::int AS hours FROM graphile_worker._private_jobs WHERE key = $1',
      [`import-expire:${id}`],
    )
    return job!.hours
  }
  expect(await hoursLeft()).toBe(24)
  await check(company, id)
  await signInAs(company.owner)
  const confirmed = { importId: id, leaveOutBadRows: false, reason: 'x', stockFrom: null }
  expect(await confirmSheetAction(envelope(company), confirmed)).toMatchObject({ ok: true })
  expect(await hoursLeft()).toBe(7 * 24)
  expect((await send(company)).status).toBe(200)
})
