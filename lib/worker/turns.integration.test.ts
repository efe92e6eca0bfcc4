import { Logger, run } from 'graphile-worker'
import { withOrganization } from '@/lib/core/db'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import { newId } from '@/lib/core/ids'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { inspect, workerUrl } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'

const quiet = new Logger(() => () => undefined)

/** Resolves once it is let go. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

const request = (organizationId: string) =>
  withOrganization({ organizationId }, (db) => enqueueReconcile(db, organizationId))

test('two reconciliations of one company never run at once, and another company’s is not held up', async () => {
  const [busy, other] = [await createTestOrganization(), await createTestOrganization()]
  const [hold, began, passed, second] = [gate(), gate(), gate(), gate()]
  let running = 0
  const most: number[] = []
  let turns = 0
  const task = async (payload: unknown) => {
    if ((payload as { organizationId: string }).organizationId !== busy.organizationId) return passed.open()
    most.push(++running)
    turns++
    began.open()
    await hold.opened
    running--
    if (turns === 2) second.open()
  }
  await request(busy.organizationId)
  const runner = await run({
    connectionString: workerUrl(),
    concurrency: 6,
    pollInterval: 100,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: quiet,
    taskList: { reconcile: task },
  })
  try {
    await began.opened
    await request(busy.organizationId)
    await request(other.organizationId)
    // It was added last and is through: a second job of the busy company would have been taken before it.
    await passed.opened
    expect(running).toBe(1)
    hold.open()
    await second.opened
    expect(most).toEqual([1, 1])
  } finally {
    hold.open()
    await runner.stop()
  }
})

test('one shop’s fees of a company are estimated again at a time', async () => {
  const { organizationId } = await createTestOrganization()
  const spans = [newId(), newId()].map((shopId) => ({ shopId, from: '2026-07-01', to: '2026-07-31' }))
  await withOrganization({ organizationId }, (db) => enqueueEstimates(db, organizationId, spans))
  const queues = await inspect<{ queue: string; jobs: number }>(
    organizationId,
    `SELECT queue_name AS queue, count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'refresh-estimates' GROUP BY 1`,
  )
  expect(queues).toEqual([{ queue: `refresh-estimates:${organizationId}`, jobs: 2 }])
})
