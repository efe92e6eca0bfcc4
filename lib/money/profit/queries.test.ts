import type { Db } from '@/lib/core/db'
import { listResultsOf } from './queries'

const day = (from: string, to = from) => ({ from, to })
const scope = { shop: null, channel: null, entity: null }

/** How many statements are sent, each of which finds nothing. */
async function countStatements(ranges: ReturnType<typeof day>[]): Promise<number> {
  let sent = 0
  const db = { $queryRaw: () => Promise.resolve((sent += 1) && []) } as unknown as Db
  await listResultsOf(db, '019b76da-a800-7000-8000-000000000001', ranges, scope, '2026-11-29')
  return sent
}

test('the results of several periods take as many statements as those of one', async () => {
  const one = await countStatements([day('2026-11-29')])
  const three = await countStatements([day('2026-11-29'), day('2026-11-28'), day('2026-11-01', '2026-11-29')])
  expect(three).toBe(one)
  expect(one).toBeLessThanOrEqual(9)
})
