import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { notifyDigestsTask } from '@/lib/worker/tasks/notify-digests'
import { getLatestFor } from '@/lib/insight/notifications/queries'
import { companyToday, plantDifference, plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { readCaseFilters } from './filters'
import { openCases } from './open-cases'
import { listPicks } from './picks'
import { listCases } from './queries'
import { getCaseFrameFor, getCasesFor } from './views'

const today = companyToday()
const plain = { reason: 'Frete', protocol: null, deadline: null, ownerId: null, fileIds: [] }
let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})
const picksOf = (ids: string[]) =>
  withOrganization(mine, (db) => listPicks(db, mine.organizationId, ids, 'America/Sao_Paulo'))

type Run = Parameters<typeof notifyDigestsTask>[1]
const morning = (day: string) =>
  asWorker(async () => notifyDigestsTask({ _cron: { ts: `${day}T11:00:00Z` } }, {} as Run))
const noticesTo = async (actor: TestOrganization['owner']) =>
  (await getLatestFor(actor)).latest.filter(({ kind }) => kind === 'caseDeadline').map(({ data }) => data)

test('the largest claim of an order is chosen, and one that cannot be shows why', async () => {
  const shop = await addShop(mine, 'Loja')
  const ids = await plantSettlements(mine, [
    {
      shop,
      code: 'TWO',
      expected: 5000,
      released: 3000,
      causes: [
        { cause: 'commission_rate', amount: -1500, unconfirmed: true },
        { cause: 'freight', amount: -500 },
      ],
    },
    {
      shop,
      code: 'UNSURE',
      expected: 5000,
      released: 4000,
      causes: [{ cause: 'service', amount: -1000, unconfirmed: true }],
    },
    { shop, code: 'EVEN', expected: 100, released: 100 },
    {
      shop,
      code: 'SURPLUS',
      expected: 100,
      released: 150,
      state: 'overpaid',
      causes: [{ cause: 'released_more', amount: 50 }],
    },
  ])
  const codes = ['TWO', 'UNSURE', 'EVEN', 'SURPLUS']
  const picksShown = async () =>
    (await picksOf(codes.map((code) => ids[code]!))).map(({ cause, amountCents, refusal }) => [
      cause,
      amountCents,
      refusal,
    ])
  expect(await picksShown()).toEqual([
    ['freight', 500n, null],
    ['service', 1000n, 'unconfirmed'],
    [null, 0n, 'nothing'],
    ['released_more', -50n, 'surplus'],
  ])
  await openCases(mine.owner, { ...plain, picks: [{ settlementId: ids.TWO!, cause: 'freight' }] })
  expect((await picksShown())[0]).toEqual(['commission_rate', 1500n, 'unconfirmed'])
})

test('another company’s differences are no pick here', async () => {
  const theirs = await createTestOrganization()
  const { settlementId } = await plantDifference(theirs)
  expect(await picksOf([settlementId])).toEqual([])
  const viewer = { ...mine.owner, timeZone: 'America/Sao_Paulo' }
  expect(await getCaseFrameFor(viewer, [settlementId], settlementId)).toMatchObject({ picks: [], opened: null })
})

test('a case that ends is announced 7 and 2 days before and on its last day, once each, to those who may read it', async () => {
  const { code: _, shop: __, ...pick } = await plantDifference(mine)
  const [finance, viewer] = [await addMember(mine, 'finance'), await addMember(mine, 'viewer')]
  const deadline = addDays(today, 30)
  await openCases(mine.owner, { ...plain, picks: [pick], deadline })
  for (const left of [8, 7, 7, 6, 3, 2, 1, 0]) await morning(addDays(deadline, -left))
  expect(await noticesTo(finance)).toEqual(
    Array.from({ length: 3 }, () => ({ count: 1, cents: '1240', until: deadline })),
  )
  expect(await noticesTo(viewer)).toEqual([])
})

test('the queue reads open cases by their last day from an index, however many are over', async () => {
  const { organizationId } = mine
  const shop = await addShop(mine, 'Loja')
  await inspect(
    organizationId,
    `insert into recovery_case (organization_id, id, number, shop_id, cause, state, amount_cents, deadline, reason, closed_at)
     select $1, gen_random_uuid(), n, $2, 'freight', (case when n <= 40 then 'detected' else 'paid' end)::"CaseState", 100, $3::date - n, 'x',
       case when n > 40 then now() end from generate_series(1, 8000) n`,
    [organizationId, shop, today],
  )
  await withOwner((owner) => owner.query('analyze recovery_case'))
  const plan = await explain(organizationId, (db) =>
    listCases(db, organizationId, readCaseFilters({}), { today, size: 50 }),
  )
  expect(plan).toContain('recovery_case_queue')
  expect(plan).not.toContain('Seq Scan on recovery_case')
  const closed = await explain(organizationId, (db) =>
    listCases(db, organizationId, readCaseFilters({ tab: 'closed' }), { today, size: 50 }),
  )
  expect(closed).not.toContain('Seq Scan on recovery_case')
})

test('a search finds how a protocol or a code begins, and the sums are of what the queue is filtered by', async () => {
  const [north, south] = [await addShop(mine, 'Norte'), await addShop(mine, 'Sul')]
  const [first, second] = [await plantDifference(mine, north), await plantDifference(mine, south)]
  for (const [{ settlementId, cause }, protocol] of [
    [first, null],
    [second, 'AbC-99 100%'],
  ] as const)
    await openCases(mine.owner, { ...plain, protocol, picks: [{ settlementId, cause }] })
  const read = (query: Record<string, string>) => getCasesFor({ ...mine.owner, timeZone: 'America/Sao_Paulo' }, query)
  expect((await read({ q: first.code.slice(0, 10).toLowerCase() })).counts).toMatchObject({ todo: 1 })
  expect((await read({ q: 'abc-9' })).counts).toEqual({ todo: 0, waiting: 1, closed: 0 })
  expect((await read({ q: 'bc-9' })).counts).toEqual({ todo: 0, waiting: 0, closed: 0 })
  expect((await read({ q: '%' })).counts).toEqual({ todo: 0, waiting: 0, closed: 0 })
  const none = { cases: 0, cents: 0n }
  const one = { cases: 1, cents: 1240n }
  expect((await read({})).totals).toMatchObject({ todo: one, pending: one })
  expect((await read({ shop: north })).totals).toMatchObject({ todo: one, pending: none })
  expect((await read({ shop: south, tab: 'waiting', state: 'approved' })).totals).toMatchObject({
    todo: none,
    pending: one,
  })
})
