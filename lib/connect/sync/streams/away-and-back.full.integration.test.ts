// Full form: starts a worker, stops the platform and waits until all is well again. Default: lib/connect/sync/streams/away-and-back.integration.test.ts.
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import { inspect, workerUrl, withOwner } from '@/lib/testing/harnesses/database'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { startTestSandbox } from '@/lib/testing/fakes/sandbox'
import { openShopHarness, shopRow } from '@/lib/testing/harnesses/shop-harness'
import {
  connectSyncShop,
  listJobs,
  listOurOrders,
  listPlatformOrders,
  listSyncFailures,
  type ConnectedShop,
} from '@/lib/testing/harnesses/sync-harness'
import { requestSync } from './request-sync'

process.env.SHOPEE_CALLS_PER_SECOND = '100'
/** Beside other tests a busy computer is not the subject; alone the promise is five seconds. */
const HEALED_WITHIN_MS = process.env.PLATFORM_FULL ? 5000 : 20_000
const closedAddress = 'http://127.0.0.1:9/closed'
const { platform } = openShopHarness({
  webhookUrl: closedAddress,
  settings: { pushTimeScale: 0.00001, invoicesRequired: false },
})

const until = async (isSo: () => Promise<boolean>, what: string) => {
  for (const startedAt = Date.now(); !(await isSo()); await wait(50))
    if (Date.now() - startedAt > 60_000) throw new Error(`not within a minute: ${what}`)
}
const place = async ({ number }: ConnectedShop) =>
  (await platform().admin<{ orderSn: string }>('order', { shopId: number, isPaid: true })).orderSn
const sql = <T extends object>({ company }: ConnectedShop, text: string, given: unknown[] = []) =>
  inspect<T>(company.organizationId, text, given)
const codes = async ({ company }: ConnectedShop) => (await listOurOrders(company)).map(({ code }) => code)

test('while the platform is down the shop is degraded and the product usable; within seconds of its return all is well', async () => {
  const one = await connectSyncShop(platform(), 20)
  const { company, shopId, number } = one
  const isHealthy = async () =>
    (await sql<{ ok: boolean }>(one, 'SELECT degraded_since IS NULL AS ok FROM shop WHERE id = $1', [shopId]))[0]!.ok
  const worker = new TestProcess('lib/worker/worker.ts', { DATABASE_URL: workerUrl() })
  let back: Awaited<ReturnType<typeof startTestSandbox>> | undefined
  try {
    await until(async () => (await codes(one)).length === 20, 'the history')
    await until(async () => (await listJobs(`%:${shopId}`)).length === 0, 'quiet')
    const orderSn = await place(one)
    await platform().stop()
    await withOrganization(company, (db) => requestSync(db, company, shopId))
    await until(async () => !(await isHealthy()), 'degraded')
    expect(await shopRow(company, shopId)).toMatchObject({ status: 'active', problem: 'shopPlatformAway' })
    const page = await getDispatchFor({ ...company.owner, role: 'owner', timeZone: 'America/Sao_Paulo' }, {})
    expect(page.shops).toHaveLength(1)
    expect(await codes(one)).toHaveLength(20)
    // A platform that is away is no fault of a job: each asks again at its own pace, and none by the queue's growing one.
    const { rows: faults } = await withOwner((owner) =>
      owner.query(`SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`),
    )
    expect(faults).toEqual([])

    const port = Number(new URL(platform().url).port)
    back = await startTestSandbox({ port, webhookUrl: closedAddress })
    const backAt = Date.now()
    await until(isHealthy, 'healthy')
    const healedMs = Date.now() - backAt
    process.stdout.write(`healed ${healedMs} ms after the platform was back\n`)
    expect(healedMs).toBeLessThan(HEALED_WITHIN_MS)
    expect(await codes(one)).toContain(orderSn)
    expect(await listOurOrders(company)).toEqual(await listPlatformOrders(back, number))
    expect(await listSyncFailures(company)).toEqual([])
  } finally {
    worker.kill()
    await back?.stop()
  }
})
