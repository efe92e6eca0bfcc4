import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getReconcileProgress } from '../../lib/money/reconciliation/views'
import { reconcileOrders } from '../../lib/money/reconciliation/reconcile-orders'
import { asWorker, withOwner } from '../../lib/testing/harnesses/database'
import { createTestOrganization } from '../../lib/testing/factories/factories'
import { fillReconciliation } from '../../lib/testing/factories/reconcile-fill'
import { addShop } from '../../lib/testing/factories/sales'

// How long it takes to reconcile a company from a cold start, and one order after a correction: docs/bench.md.
const { values: flags } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } })
const orders = Number(flags.orders)
const CORRECTIONS = 20
const seconds = (since: number) => Math.round(performance.now() - since) / 1000

const TICKS = 100

/** Processor seconds of this process and the database's: on a busy machine they say more than the clock. */
function busySeconds(): number {
  const { databasePid } = JSON.parse(readFileSync(join(process.env.MASCATE_DATA!, 'runtime.json'), 'utf8')) as {
    databasePid: number
  }
  const own = process.cpuUsage()
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
      const [parent, user, system, ended, endedSystem] = [1, 11, 12, 13, 14].map((place) => fields[place] ?? 0) as [
        number,
        number,
        number,
        number,
        number,
      ]
      if (Number(pid) === databasePid) ticks += user + system + ended + endedSystem
      else if (parent === databasePid) ticks += user + system
    } catch {
      // It ended while the list was read.
    }
  }
  return (own.user + own.system) / 1_000_000 + ticks / TICKS
}

async function main() {
  const company = await createTestOrganization('Bench reconcile')
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  let since = performance.now()
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await fillReconciliation(owner, { organizationId, shopId, orders })
  })
  await withOwner((owner) => owner.query('vacuum analyze'))
  const filled = seconds(since)

  const loadBefore = loadavg()[0]
  const shown: string[] = []
  const seen = watch(organizationId, shown)
  since = performance.now()
  const busy = busySeconds()
  const match = await asWorker(() => reconcileOrders(organizationId))
  const cold = seconds(since)
  const coldBusy = Math.round(busySeconds() - busy)
  seen.stop()
  await withOwner((owner) => owner.query('analyze'))

  since = performance.now()
  await mark(organizationId, 'SELECT organization_id, shop_id, external_code FROM settlement')
  const again = await asWorker(() => reconcileOrders(organizationId))
  const same = seconds(since)

  const one: number[] = []
  for (let number = 1; number <= CORRECTIONS; number += 1) {
    const started = performance.now()
    await correct(organizationId, number)
    await asWorker(() => reconcileOrders(organizationId))
    one.push(performance.now() - started)
  }
  const worst = Math.round(Math.max(...one))
  const median = Math.round(one.toSorted((a, b) => a - b)[CORRECTIONS / 2] ?? NaN)
  const result = {
    orders,
    filled,
    cold,
    coldBusy,
    ...match,
    progress: shown,
    same,
    sameChanged: again.changed,
    one: { median, worst },
    loadBefore,
    loadAfter: loadavg()[0],
  }
  console.log(JSON.stringify(result, null, 2))
  if (cold > 60 || worst > 1000) process.exitCode = 1
}

/** As the screen asks, every second. */
function watch(organizationId: string, shown: string[]) {
  let isOn = true
  const loop = async () => {
    while (isOn) {
      const progress = await getReconcileProgress({ organizationId, role: 'owner' })
      if (progress) shown.push(`${progress.done}/${progress.total}`)
      await wait(5000)
    }
  }
  void loop()
  return { stop: () => void (isOn = false) }
}

const mark = (organizationId: string, rows: string) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`INSERT INTO reconcile_due (organization_id, shop_id, external_code) ${rows}`)
  })

/** A correction that the platform tells of. */
const correct = (organizationId: string, number: number) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(
      `INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, as_of)
       SELECT organization_id, id, 'adjustment', 'api', 'bench', -100, now() FROM orders WHERE external_code = 'R' || lpad($1::text, 12, '0')`,
      [number],
    )
  })

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(async () => {
    const { closeDatabase } = await import('../../lib/core/db')
    await closeDatabase()
  })
