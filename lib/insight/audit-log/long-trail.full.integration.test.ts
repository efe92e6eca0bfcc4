// Full form: seals a trail of 32,000 entries and damages it. Default: lib/insight/audit-log/short-trail.integration.test.ts.
import { withOwner } from '@/lib/testing/harnesses/database'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'
import { drawnFrom, exactly, isFullProfile, tellFigures } from '@/lib/testing/harnesses/tell-figures'
import { setEvent as set, trailFaults as faults, type FaultPlace as Place } from '@/lib/testing/harnesses/trail-faults'
import { openIntruder } from '@/lib/testing/harnesses/trail-intruder'
import { verifyTrail } from './verify-trail'

const ROWS = 32_000
/** The sealer’s own. */
const IN_SEAL = 1000
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
  long = await intruder.trailOf(ROWS)
  short = await intruder.trailOf(...SHORT)
}, 60_000)
afterAll(() =>
  tellFigures({
    refused: tried.found,
    figures: [exactly('faults that were not found', tried.faults - tried.found, 0)],
    notes: { 'entries in the trail': ROWS },
  }),
)

/** The verdict over a trail with a fault in it. */
async function judge(trail: string, touched: string, sql: string[], alter?: () => Promise<void>) {
  tried.faults += 1
  const verdict = await intruder.withFault(trail, touched, sql, async () => {
    await alter?.()
    return verifyTrail(trail)
  })
  if (!verdict.intact) tried.found += 1
  return verdict
}

/** Found, and within the seal of the first row that is not what it was. */
async function expectFound(trail: string, kind: string, place: Place, inSeal: number) {
  const { n, other, last } = place
  const verdict = await judge(trail, `position IN (${n}, ${other}, ${last})`, faults[kind]!(place))
  if (verdict.intact) throw new Error(`row ${n} ${kind}: not found`)
  const first = kind === 'reordered' ? Math.min(n, other) : n
  const sealOfRow = (row: number | bigint) => Math.ceil(Number(row) / inSeal)
  expect({ n, kind, from: sealOfRow(verdict.brokenAt), until: sealOfRow(verdict.brokenUntil) }).toEqual({
    n,
    kind,
    from: sealOfRow(first),
    until: sealOfRow(first),
  })
  if (kind === 'removed') expect([verdict.brokenAt, verdict.brokenUntil]).toEqual([BigInt(n), BigInt(n)])
}

test('a trail of 32,000 holds, and tells how far it is', async () => {
  const seen: bigint[] = []
  const verdict = await verifyTrail(long, { onProgress: (done) => seen.push(done) })
  expect(verdict).toEqual({ intact: true, sealed: BigInt(ROWS), unsealed: 0 })
  expect([seen.length > 1, seen.at(-1)]).toEqual([true, BigInt(ROWS)])
})

test.each(Object.keys(faults))(`any row of 32,000 %s is found, where it is (seed ${drawnFrom})`, async (kind) => {
  for (let time = 0; time < DRAWN; time += 1) {
    const seal = random.between(1, ROWS / IN_SEAL)
    const end = random.chance(0.5) ? seal * IN_SEAL : (seal - 1) * IN_SEAL + 1
    for (const n of [random.between(1, ROWS), end])
      await expectFound(long, kind, { n, other: n === ROWS ? 1 : n + 1, last: ROWS }, IN_SEAL)
  }
})

test('in a short audit log every row is tried, and with it the first and the last of each link and of all', async () => {
  const last = SHORT[0]! * SHORT.length
  for (const kind of Object.keys(faults))
    for (let n = 1; n <= last; n += 1)
      await expectFound(short, kind, { n, other: n === last ? 1 : n + 1, last }, SHORT[0]!)
  expect(await verifyTrail(short)).toEqual({ intact: true, sealed: BigInt(last), unsealed: 0 })
})

test('a cut tail is found, by how much ever', async () => {
  for (const seals of [1, 5, ...Array.from({ length: DRAWN }, () => random.between(1, ROWS / IN_SEAL - 1))]) {
    const left = `(SELECT max(number) - ${seals} FROM audit_seal)`
    const cut = [
      `DELETE FROM audit_event WHERE position > (SELECT last_position FROM audit_seal WHERE number = ${left})`,
      `DELETE FROM audit_seal WHERE number > ${left}`,
    ]
    const verdict = await judge(long, `position > ${ROWS - seals * IN_SEAL}`, cut)
    expect({ seals, ...verdict }).toMatchObject({ seals, intact: false, reason: 'head' })
  }
})

const foreign = Buffer.alloc(32, 7)

test('an edited row, with all 32,000 chained again without the key, is found', async () => {
  for (let time = 0; time < DRAWN; time += 1) {
    const n = random.between(1, ROWS)
    const verdict = await judge(long, `position = ${n}`, [set(n, 'before = NULL')], () =>
      intruder.sealAnew(long, foreign),
    )
    expect({ n, ...verdict }).toMatchObject({ n, intact: false, reason: 'seal', brokenAt: 1n })
  }
})

test('the sealer’s lock is free while the chain is looked at', async () => {
  let free: Promise<unknown> | null = null
  const tryLock = () =>
    withOwner((owner) => owner.query(`SELECT pg_try_advisory_lock(hashtextextended('seal:${long}', 0)) AS free`))
  const verdict = await verifyTrail(long, { onProgress: () => void (free ??= tryLock()) })
  expect([verdict.intact, await free]).toEqual([true, expect.objectContaining({ rows: [{ free: true }] })])
})
