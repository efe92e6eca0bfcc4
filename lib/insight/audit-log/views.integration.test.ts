import { cookies } from 'next/headers'
import { GET } from '@/app/api/audit/history/route'
import { languageCookie } from '@/lib/core/preferences'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { areasOf } from './areas'
import { readAuditLogFilters } from './filters'
import { listAuditLog } from './queries'
import { recordAudits } from '@/lib/core/audit/record'
import { getAuditLogFor, listHistoryFor } from './views'
import { inFullForm } from '@/lib/testing/harnesses/left-out'

let mine: TestOrganization
const timeZone = 'America/Sao_Paulo'
const as = (role: 'owner' | 'manager' | 'finance' | 'operator' | 'viewer' | 'accountant') =>
  ({ ...mine.owner, role, timeZone }) as const
const product = newId()

beforeAll(async () => {
  mine = await createTestOrganization()
  const { owner } = mine
  await withOrganization(owner, (db) =>
    recordAudits(db, owner, [
      ...Array.from({ length: 30 }, (_, n) => ({
        event: 'product.updated' as const,
        subjectId: product,
        after: { title: `T${n}` },
      })),
      { event: 'order.placed', subjectId: newId(), after: { code: 'MAN-1' } },
      { event: 'expense.paid', subjectId: newId(), before: { status: 'pending' }, after: { status: 'paid' } },
      { event: 'monthClose.closed', subjectId: mine.legalEntityId, after: { month: '2026-10-01' } },
      { event: 'member.roleChanged', subjectId: owner.userId!, before: { role: 'viewer' }, after: { role: 'admin' } },
      { event: 'drive.connected', subjectId: owner.organizationId },
    ]),
  )
  await withOrganization(owner, (db) =>
    recordAudits(db, owner, [
      { event: 'stock.adjusted', subjectId: product, before: { onHand: 10 }, after: { onHand: 8 } },
    ]),
  )
})

const eventsFor = async (role: Parameters<typeof as>[0], query = {}) =>
  (await getAuditLogFor(as(role), query)).page.rows.map(({ event }) => event)

test('each role reads its own areas, whatever the address asks for', async () => {
  const kinds = async (role: Parameters<typeof as>[0], query = {}) =>
    [...new Set((await eventsFor(role, query)).map((event) => event.split('.')[0]))].toSorted()
  expect(await kinds('owner')).toEqual([
    'drive',
    'expense',
    'member',
    'monthClose',
    'order',
    'organization',
    'product',
    'stock',
  ])
  expect(await kinds('manager')).toEqual(['order', 'product', 'stock'])
  expect(await kinds('manager', { area: 'people' })).toEqual(['order', 'product', 'stock'])
  expect(await kinds('manager', { event: 'drive.connected', person: mine.owner.userId })).toEqual([
    'order',
    'product',
    'stock',
  ])
  expect(await kinds('manager', { record: `member:${mine.owner.userId}` })).toEqual([])
  expect(await kinds('manager', { q: mine.owner.userId })).toEqual([])
  expect(await kinds('manager', { actor: 'person', area: 'money' })).toEqual(['order', 'product', 'stock'])
  expect(await kinds('finance')).toEqual(['expense', 'monthClose'])
  for (const role of ['operator', 'viewer', 'accountant'] as const) {
    expect(areasOf(role)).toEqual([])
    expect(() => getAuditLogFor(as(role), {})).toThrow('permissionDenied')
  }
  await expect(listHistoryFor({ ...as('manager'), language: 'pt' }, 'expense', newId())).rejects.toThrow('notFound')
})

test('every page is reached once, forwards and back', async () => {
  const seen: string[] = []
  let after: string | null = null
  do {
    const { page } = await getAuditLogFor(as('manager'), after ? { after } : {}, 7)
    seen.push(...page.rows.map(({ id }) => id))
    after = page.next
  } while (after)
  const all = (await getAuditLogFor(as('manager'), {}, 100)).page.rows.map(({ id }) => id)
  expect([seen, seen.length]).toEqual([all, 32])
  const last = await getAuditLogFor(as('manager'), {}, 30)
  const second = await getAuditLogFor(as('manager'), { after: last.page.next! }, 30)
  const back = await getAuditLogFor(as('manager'), { before: second.page.previous! }, 30)
  expect(back.page.rows.map(({ id }) => id)).toEqual(all.slice(0, 30))
})

test('a record’s history holds the stock entries under its id, newest first', async () => {
  const lines = await listHistoryFor({ ...as('owner'), language: 'pt' }, 'product', product)
  expect(lines[0]!.text).toMatch(/ baixou o estoque de .* de 10 para 8$/)
  expect(lines).toHaveLength(8)
})

test('it says of each field what was and what is, in words, and how long ago', async () => {
  const [line] = await listHistoryFor({ ...as('owner'), language: 'pt' }, 'product', product)
  expect(line!.changes).toContainEqual({ field: 'Em mãos', before: '10', after: '8' })
  expect(line!.agoMs).toBeGreaterThanOrEqual(0)
  expect(line!.agoMs).toBeLessThan(3_600_000)
})

test.each([
  ['pt', / baixou o estoque de .* de 10 para 8$/],
  ['en', / lowered the stock of .* from 10 to 8$/],
])(
  'it is in the language of the page that it stands in (%s), with any setting of the account',
  async (shown, entry) => {
    await signInAs(mine.owner)
    ;(await cookies()).set(languageCookie, shown)
    const answer = await GET(new Request(`http://localhost/api/audit/history?kind=product&id=${product}`), {
      params: Promise.resolve({}),
    })
    const { data } = (await answer.json()) as { data: { text: string }[] }
    expect(data[0]!.text).toMatch(entry)
  },
)

test('an unknown person has no name; a former member is marked', async () => {
  const { organizationId } = mine
  const gone = await addMember(mine, 'manager')
  const left = await addMember(mine, 'manager')
  for (const actor of [gone, left])
    await withOrganization(actor, (db) => recordAudits(db, actor, [{ event: 'product.created', subjectId: newId() }]))
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query('DELETE FROM membership WHERE user_id = ANY ($1)', [[gone.userId, left.userId]])
    await owner.query('DELETE FROM app_user WHERE id = $1', [gone.userId])
  })
  const { page } = await getAuditLogFor(as('owner'), { event: 'product.created', area: 'products' })
  expect(page.rows.map(({ person }) => person && person.isMember)).toEqual([false, null])
})

const MANY = 100_000

// Full form: the volume takes seconds.
test(
  'each filter is answered by an index of its own, in a trail of 100,000',
  inFullForm('100,000 rows take seconds'),
  async () => {
    const { organizationId, userId } = mine.owner
    await withOwner(async (owner) => {
      await owner.query(`SELECT set_config('app.organization_id', '${organizationId}', false)`)
      await owner.query(`INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, event, subject_kind, subject_id)
      SELECT '${organizationId}', uuid_v7(), now() - n * interval '1 minute', CASE WHEN n % 900 = 0 THEN 'assistant' WHEN n < 20000 THEN 'function' WHEN n % 2 = 0 THEN 'sync' ELSE 'person' END::"ActorKind",
        CASE WHEN n < 20000 OR n % 2 = 1 THEN '${userId}'::uuid END,
        (ARRAY['order.placed', 'product.updated', 'expense.created', 'stock.adjusted', 'shop.updated'])[1 + n % 5],
        (ARRAY['order', 'product', 'expense', 'stock', 'shop'])[1 + n % 5], 'r' || n FROM generate_series(1, ${MANY}) n`)
      await owner.query('ANALYZE audit_event')
    })
    const read = async (query: Record<string, string>, role: 'owner' | 'manager' = 'owner') => {
      const filters = readAuditLogFilters(query, '2026-11-23', role)
      const scope = { organizationId, timeZone, areas: areasOf(role) }
      const plan = await explain(organizationId, (db) => listAuditLog(db, filters, scope, 50), { isMeasured: true })
      return { plan, most: Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows))) }
    }
    const noone = newId()
    for (const [query, role] of [
      [{}, 'owner'],
      [{}, 'manager'],
      [{ area: 'people' }, 'owner'],
      [{ area: 'orders' }, 'owner'],
      [{ area: 'company', event: 'organization.recovered' }, 'owner'],
      [{ person: userId! }, 'owner'],
      [{ person: noone }, 'manager'],
      [{ actor: 'assistant' }, 'owner'],
      [{ actor: 'sync' }, 'owner'],
      [{ actor: 'sync', area: 'people' }, 'owner'],
      [{ actor: 'system', area: 'orders' }, 'owner'],
      [{ actor: 'person', person: noone }, 'owner'],
      [{ actor: 'sync', person: userId! }, 'owner'],
      [{ actor: 'assistant', person: userId!, area: 'people' }, 'owner'],
      [{ actor: 'person' }, 'owner'],
      [{ record: 'order:r5' }, 'owner'],
      [{ from: '2026-10-01', to: '2026-10-02' }, 'owner'],
    ] as const) {
      const { plan, most } = await read(query, role)
      expect({
        query,
        seq: /Seq Scan on audit_event/.test(plan),
        removed: /Rows Removed by Filter: \d{4,}/.test(plan),
      }).toEqual({
        query,
        seq: false,
        removed: false,
      })
      expect({ query, few: most < 3_000 }).toEqual({ query, few: true })
    }
  },
)
