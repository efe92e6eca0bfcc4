// Full form: writes an archive of tens of thousands of rows. Default: lib/insight/company-export/archive.integration.test.ts.
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import { contextOf } from '../exports/request-export'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addExpense } from '@/lib/testing/harnesses/export-harness'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { writeArchive } from './archive'

const MEGABYTE = 1024 ** 2
const MANY = isFullProfile ? 100_000 : 30_000

test('a table of very many rows goes through in pieces, as they are taken', async () => {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  await addExpense(company, 'Luz', 100n, '2026-10-05')
  await inspect(
    organizationId,
    `INSERT INTO expense (organization_id, id, description, amount_cents, kind, due_on)
     SELECT organization_id, gen_random_uuid(), 'Luz ' || n, n, kind, due_on FROM expense, generate_series(1, ${MANY}) n`,
  )
  await withOwner((client) => client.query('ANALYZE expense'))
  let rows = 0
  let largest = 0
  const ahead: number[] = []
  await asWorker(async () => {
    const context = await withOrganization(owner, (db) => contextOf(db, owner, 'pt', new Date()))
    let since = 0
    const run: PackRun = {
      query: '',
      context,
      batchRows: 1000,
      isScoped: false,
      read: async (_, step) => {
        const read = await withOrganization(owner, step)
        rows += read.rows
        since += read.rows
        largest = Math.max(largest, read.rows)
        return read.value
      },
    }
    let bytes = 0
    for await (const piece of writeArchive(run, 3_072 * MEGABYTE) as AsyncIterable<Buffer>) {
      bytes += piece.length
      ahead.push(since)
      since = 0
      // The reader is slower than the database.
      if (ahead.length % 10 === 0) await wait(1)
    }
    expect(bytes).toBeGreaterThan(MEGABYTE)
  })
  const most = Math.max(...ahead)
  const held = {
    what: 'rows held before they are taken',
    found: String(most),
    wanted: '≤ 10000',
    holds: most <= 10_000,
  }
  reportFigures({ accepted: rows, figures: [held] })
  expect(rows).toBeGreaterThan(MANY)
  expect(largest).toBe(1000)
  expect(most).toBeLessThanOrEqual(10_000)
})
