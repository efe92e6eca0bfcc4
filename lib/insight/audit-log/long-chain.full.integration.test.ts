// Full form: chains a trail of 32,000 entries and damages it. Default: lib/insight/audit-log/short-chain.integration.test.ts.
import { withOwner } from '@/lib/testing/harnesses/database'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'
import { drawnFrom, exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import {
  setEvent as set,
  auditLogFaults as faults,
  type FaultPlace as Place,
} from '@/lib/testing/harnesses/audit-log-faults'
import { openIntruder } from '@/lib/testing/harnesses/audit-log-intruder'
import { verifyAuditLog } from './verify-audit-log'

const ROWS = 32_000
/** The chaining job’s own. */
const ROWS_OF_A_LINK = 1000
const SHORT = [4, 4, 4]
/** For each kind of fault, so many at any row, and so many at an end of a chain link. */
const DRAWN = isFullProfile ? 25 : 1
const random = randomFrom(Number(drawnFrom))

let intruder: Awaited<ReturnType<typeof openIntruder>>
let long: string
let short: string
const tried = { faults: 0, found: 0 }
beforeAll(async () => {
  intruder = await openIntruder()
  long = await intruder.makeAuditLog(ROWS)
  short = await intruder.makeAuditLog(...SHORT)
}, 60_000)
afterAll(() =>
  reportFigures({
    refused: tried.found,
    figures: [exactly('faults that were not found', tried.faults - tried.found, 0)],
    notes: { 'entries in the trail': ROWS },
  }),
)

/** The verdict over a trail with a fault in it. */
async function judge(organizationId: string, touched: string, sql: string[], alter?: () => Promise<void>) {
  tried.faults += 1
  const verdict = await intruder.withFault(organizationId, touched, sql, async () => {
    await alter?.()
    return verifyAuditLog(organizationId)
  })
  if (!verdict.intact) tried.found += 1
  return verdict
}

/** Found, and within the link of the first row that is not what it was. */
async function expectFault(organizationId: string, kind: string, place: Place, rowsOfALink: number) {
  const { n, other, last } = place
  const verdict = await judge(organizationId, `position IN (${n}, ${other}, ${last})`, faults[kind]!(place))
  if (verdict.intact) throw new Error(`row ${n} ${kind}: not found`)
  const first = kind === 'reordered' ? Math.min(n, other) : n
  const linkOfRow = (row: number | bigint) => Math.ceil(Number(row) / rowsOfALink)
  expect({ n, kind, from: linkOfRow(verdict.brokenAt), until: linkOfRow(verdict.brokenUntil) }).toEqual({
    n,
    kind,
    from: linkOfRow(first),
    until: linkOfRow(first),
  })
  if (kind === 'removed') expect([verdict.brokenAt, verdict.brokenUntil]).toEqual([BigInt(n), BigInt(n)])
}

test('a trail of 32,000 holds, and tells how far it is', async () => {
  const seen: bigint[] = []
  const verdict = await verifyAuditLog(long, { onProgress: (done) => seen.push(done) })
  expect(verdict).toEqual({ intact: true, chained: BigInt(ROWS), unchained: 0 })
  expect([seen.length > 1, seen.at(-1)]).toEqual([true, BigInt(ROWS)])
})

test.each(Object.keys(faults))(`any row of 32,000 %s is found, where it is (seed ${drawnFrom})`, async (kind) => {
  for (let time = 0; time < DRAWN; time += 1) {
    const linkNumber = random.between(1, ROWS / ROWS_OF_A_LINK)
    const end = random.chance(0.5) ? linkNumber * ROWS_OF_A_LINK : (linkNumber - 1) * ROWS_OF_A_LINK + 1
    for (const n of [random.between(1, ROWS), end])
      await expectFault(long, kind, { n, other: n === ROWS ? 1 : n + 1, last: ROWS }, ROWS_OF_A_LINK)
  }
})

test('in a short audit log every row is tried, and with it the first and the last of each link and of all', async () => {
  const last = SHORT[0]! * SHORT.length
  for (const kind of Object.keys(faults))
    for (let n = 1; n <= last; n += 1)
      await expectFault(short, kind, { n, other: n === last ? 1 : n + 1, last }, SHORT[0]!)
  expect(await verifyAuditLog(short)).toEqual({ intact: true, chained: BigInt(last), unchained: 0 })
})

test('a cut tail is found, by how much ever', async () => {
  for (const links of [1, 5, ...Array.from({ length: DRAWN }, () => random.between(1, ROWS / ROWS_OF_A_LINK - 1))]) {
    const left = `(SELECT max(number) - ${links} FROM audit_chain)`
    const cut = [
      `DELETE FROM audit_event WHERE position > (SELECT last_position FROM audit_chain WHERE number = ${left})`,
      `DELETE FROM audit_chain WHERE number > ${left}`,
    ]
    const verdict = await judge(long, `position > ${ROWS - links * ROWS_OF_A_LINK}`, cut)
    expect({ links: links, ...verdict }).toMatchObject({ links: links, intact: false, reason: 'head' })
  }
})

const other = Buffer.alloc(32, 7)

test('an edited row, with all 32,000 chained again without the key, is found', async () => {
  for (let time = 0; time < DRAWN; time += 1) {
    const n = random.between(1, ROWS)
    const verdict = await judge(long, `position = ${n}`, [set(n, 'before = NULL')], () => intruder.rechain(long, other))
    expect({ n, ...verdict }).toMatchObject({ n, intact: false, reason: 'link', brokenAt: 1n })
  }
})

test('the chain’s lock is free while the chain is looked at', async () => {
  let free: Promise<unknown> | null = null
  const tryLock = () =>
    withOwner((owner) => owner.query(`SELECT pg_try_advisory_lock(hashtextextended('chain:${long}', 0)) AS free`))
  const verdict = await verifyAuditLog(long, { onProgress: () => void (free ??= tryLock()) })
  expect([verdict.intact, await free]).toEqual([true, expect.objectContaining({ rows: [{ free: true }] })])
})
