import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../../lib/core/errors'
import { requestExport } from '../../lib/insight/exports/request-export'
import { newId } from '../../lib/core/ids'
import { inspect } from '../../lib/testing/harnesses/database'
import { openCompanyHarness, type CompanyHarness } from './company'
import { exactly, type Figure } from './scenario'
import type { Stage } from './stage'

const WRITTEN_WITHIN_MS = 120_000
const PAUSE_MS = 300

/** A job leaves the queue when it is done: this keeps how often it had been begun by then. */
const KEEP_BEGINNINGS = `
  CREATE TABLE IF NOT EXISTS torture_job (key text NOT NULL, attempts int NOT NULL);
  CREATE OR REPLACE FUNCTION torture_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
    $$BEGIN INSERT INTO torture_job VALUES (OLD.key, OLD.attempts); RETURN OLD; END$$;
  CREATE OR REPLACE TRIGGER torture_job AFTER DELETE ON graphile_worker._private_jobs
    FOR EACH ROW WHEN (OLD.key LIKE 'export-list:%') EXECUTE FUNCTION torture_job()`
const DROP_BEGINNINGS = `
  DROP TRIGGER torture_job ON graphile_worker._private_jobs; DROP FUNCTION torture_job(); DROP TABLE torture_job`

/** Lists that companies ask for without a pause, so that the workers have jobs in progress whenever one of them ends. */
export async function openListCompanies(stage: Stage, companies: number) {
  const harnesses: CompanyHarness[] = []
  for (let number = 1; number <= companies; number += 1) harnesses.push(await openCompanyHarness(`Lists ${number}`, 0))
  await stage.asAdministrator(KEEP_BEGINNINGS)
  let isOver = false
  let requests = 0
  const lanes = harnesses.map(async ({ company: { owner } }) => {
    const input = { kind: 'movements', format: 'xlsx', query: '', language: 'pt', toDrive: false } as const
    for (; !isOver; await wait(PAUSE_MS))
      try {
        const request = { route: 'torture', key: newId(), bodyHash: Buffer.alloc(32) }
        await requestExport({ ...owner, request }, input)
        requests += 1
      } catch (error) {
        // Five are open already.
        if (!(error instanceof UserError && error.code === 'exportsBusy')) throw error
      }
  })
  const all = Promise.all(lanes)
  all.catch(() => undefined)
  return {
    companies: harnesses,
    async countInProgress(): Promise<number> {
      const [row] = await stage.asAdministrator(
        `SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE key LIKE 'export-list:%' AND locked_by IS NOT NULL`,
      )
      return Number(row!.n)
    },
    stopRequests: () => void (isOver = true),
    /**
     * Compares the requests with the work done; `mayHandBack` where a worker had more to finish than its time allowed.
     */
    async finish(mayHandBack: boolean): Promise<Figure[]> {
      await all
      await untilWritten(harnesses)
      const states = await countOf(harnesses, `SELECT count(*)::int AS n FROM export WHERE state = 'done'`)
      const reportedCount = await countOf(
        harnesses,
        `SELECT count(*)::int AS n FROM audit_event WHERE event = 'export.done'`,
      )
      const [begun] = await stage.asAdministrator(
        'SELECT count(*)::int AS done, count(*) FILTER (WHERE attempts > 1)::int AS again FROM torture_job',
      )
      await stage.asAdministrator(DROP_BEGINNINGS)
      const again = exactly('jobs begun more than once', Number(begun!.again), 0)
      return [
        exactly('jobs done', `${Number(begun!.done)} of ${requests}`, `${requests} of ${requests}`),
        exactly('lists written, and notified', `${states} ${reportedCount}`, `${requests} ${requests}`),
        { ...again, holds: again.holds || mayHandBack },
      ]
    },
  }
}

async function countOf(harnesses: readonly CompanyHarness[], sql: string): Promise<number> {
  let sum = 0
  for (const { id } of harnesses) {
    const [row] = await inspect<{ n: number }>(id, `${sql} AND organization_id = $1`, [id])
    sum += row!.n
  }
  return sum
}

async function untilWritten(harnesses: readonly CompanyHarness[]): Promise<void> {
  const open = `SELECT count(*)::int AS n FROM export WHERE state IN ('waiting', 'running')`
  for (const until = Date.now() + WRITTEN_WITHIN_MS; Date.now() < until; await wait(200))
    if ((await countOf(harnesses, open)) === 0) return
}
