import { can, ROLES } from '@/lib/core/permissions'
import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { companyToday, plantDifference, plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { fileCasesAction, moveCaseAction, openCasesAction, updateCaseAction, writeOffAction } from './actions'
import { expireCases } from './expire-cases'
import { openCases } from './open-cases'
import { getCaseFor, getCasesFor } from './views'

const today = companyToday()
const plain = { reason: 'Frete acima do combinado', protocol: null, deadline: null, ownerId: null, fileIds: [] }
const step = { protocol: null, recoveredCents: null, deadline: null, note: null }

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})
const viewer = () => ({ ...mine.owner, timeZone: 'America/Sao_Paulo' })
const open = (picks: { settlementId: string; cause: 'freight' | 'late' | 'commission_rate' }[], more: object = {}) =>
  openCasesAction(envelope(mine), { ...plain, picks, ...more })
const move = (
  id: string,
  version: number,
  to: 'filed' | 'paid' | 'detected' | 'denied' | 'approved',
  more: object = {},
) => moveCaseAction(envelope(mine), { ...step, id, version, to, ...more })
const oneOf = async () => {
  const { code, shop, ...pick } = await plantDifference(mine)
  const { cases } = dataOf(await open([pick]))
  return { id: cases[0]!.id, code, shop, ...pick }
}
const auditEvents = () =>
  inspect<{ event: string }>(
    mine.organizationId,
    `select event from audit_event where subject_kind = 'case' order by id`,
  )

test('many of a kind are one case with the sum of what is missing; another cause or shop is a case of its own', async () => {
  const shop = await addShop(mine, 'Loja Norte')
  const causes = [{ cause: 'freight', amount: -1240 }] as const
  const late = [{ cause: 'late', amount: -14_720 }] as const
  const ids = await plantSettlements(mine, [
    { shop, code: 'A', expected: 30_198, released: 28_958, causes: [...causes] },
    { shop, code: 'B', expected: 9240, released: 8000, causes: [...causes] },
    { shop, code: 'C', expected: 14_720, released: null, state: 'late', causes: [...late] },
  ])
  const picks = ['A', 'B', 'A'].map((code) => ({ settlementId: ids[code]!, cause: 'freight' as const }))
  const { cases } = dataOf(await open([...picks, { settlementId: ids.C!, cause: 'late' }]))
  const views = await Promise.all(cases.map(({ id }) => getCaseFor(viewer(), id)))
  expect(views.map((result) => result!.number)).toEqual([1, 2])
  expect(
    Object.fromEntries(views.map((result) => [result!.cause, [result!.amountCents, result!.orders.length]])),
  ).toEqual({
    freight: [2480n, 2],
    late: [14_720n, 1],
  })
  expect((await auditEvents()).map(({ event }) => event)).toEqual(['case.opened', 'case.opened'])
})

test('no more is asked than the order lacks in all, and nothing where nothing is missing', async () => {
  const shop = await addShop(mine, 'Loja')
  const ids = await plantSettlements(mine, [
    {
      shop,
      code: 'PART',
      expected: 1000,
      released: 0,
      adjusted: 700,
      causes: [
        { cause: 'freight', amount: -1000 },
        { cause: 'adjustment', amount: 700 },
      ],
    },
    {
      shop,
      code: 'MORE',
      expected: 1000,
      released: 1200,
      state: 'overpaid',
      causes: [{ cause: 'freight', amount: 200 }],
    },
  ])
  const { cases } = dataOf(await open([{ settlementId: ids.PART!, cause: 'freight' }]))
  expect((await getCaseFor(viewer(), cases[0]!.id))!.amountCents).toBe(300n)
  for (const [code, cause] of [
    ['MORE', 'freight'],
    ['MORE', 'late'],
  ] as const)
    expect(await open([{ settlementId: ids[code]!, cause }])).toMatchObject({ ok: false, error: 'caseNothingMissing' })
})

test('an amount claimed by one case is not claimed by another, also for another cause of the order', async () => {
  const shop = await addShop(mine, 'Loja')
  const causes = [
    { cause: 'commission_rate', amount: -1000 },
    { cause: 'freight', amount: -1000 },
    { cause: 'adjustment', amount: 1000 },
  ] as const
  const ids = await plantSettlements(mine, [
    { shop, code: 'TWICE', expected: 5000, released: 4000, causes: [...causes] },
  ])
  const pick = (cause: 'freight' | 'commission_rate') => ({ settlementId: ids.TWICE!, cause })
  expect(await open([pick('freight'), pick('commission_rate')])).toMatchObject({ error: 'caseNothingMissing' })
  dataOf(await open([pick('freight')]))
  expect(await open([pick('commission_rate')])).toMatchObject({
    error: 'caseNothingMissing',
    values: { codes: 'TWICE' },
  })
  const claimed = await inspect(mine.organizationId, 'select sum(amount_cents)::int as cents from case_order')
  expect(claimed).toEqual([{ cents: 1000 }])
})

test('a case is not opened with a last day that has passed', async () => {
  const { code: _, shop: __, ...pick } = await plantDifference(mine)
  expect(await open([pick], { deadline: '2020-01-01' })).toMatchObject({
    error: 'invalidInput',
    fields: { deadline: ['cases.fields.deadlinePast'] },
  })
  expect(dataOf(await open([pick], { deadline: today })).cases).toHaveLength(1)
})

test('no case opens on a rule that the shop’s orders have not confirmed, nor with it in the hand; it can be accepted', async () => {
  const shop = await addShop(mine, 'Loja')
  const ids = await plantSettlements(mine, [
    {
      shop,
      code: 'U',
      expected: 1000,
      released: 900,
      confirmed: false,
      causes: [{ cause: 'commission_rate', amount: -100, unconfirmed: true }],
    },
  ])
  const { code: _, shop: __, ...sound } = await plantDifference(mine)
  const unconfirmed = { settlementId: ids.U!, cause: 'commission_rate' as const }
  expect(await open([sound, unconfirmed])).toMatchObject({
    ok: false,
    error: 'caseRuleUnconfirmed',
    values: { codes: 'U' },
  })
  expect(await inspect(mine.organizationId, 'select 1 from recovery_case')).toEqual([])
  const { cases } = dataOf(await writeOffAction(envelope(mine), { picks: [unconfirmed], reason: 'Pouco' }))
  expect(await getCaseFor(viewer(), cases[0]!.id)).toMatchObject({ state: 'written_off', recoveredCents: 0n })
})

test('a difference is in one case at most, also when two people open it at once', async () => {
  const { code, shop: _, ...pick } = await plantDifference(mine)
  const answers = await Promise.all([open([pick]), open([pick]), open([pick])])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers.filter(({ ok }) => !ok))
    expect(answer).toMatchObject({ error: 'caseAlreadyOpen', values: { codes: code } })
  const again = { ...plain, picks: [pick] }
  expect(await writeOffAction(envelope(mine), { picks: [pick], reason: again.reason })).toMatchObject({
    error: 'caseAlreadyOpen',
  })
  expect(await inspect(mine.organizationId, 'select 1 from recovery_case')).toHaveLength(1)
})

test('a repeat of the same sending is answered from the first, and opens nothing more', async () => {
  const { code: _, shop: __, ...pick } = await plantDifference(mine)
  const sent = envelope(mine)
  const input = { ...plain, picks: [pick] }
  const first = dataOf(await openCasesAction(sent, input))
  expect(dataOf(await openCasesAction(sent, input))).toEqual(first)
  expect(await inspect(mine.organizationId, 'select 1 from recovery_case')).toHaveLength(1)
})

test('a case moves only to states that follow, from the version that was read; a recovered amount is entered when it is paid', async () => {
  const { id } = await oneOf()
  expect(await move(id, 1, 'approved')).toMatchObject({ error: 'caseStepRefused' })
  dataOf(await move(id, 1, 'filed', { protocol: 'BR-77' }))
  expect(await move(id, 1, 'denied')).toMatchObject({ error: 'staleVersion' })
  expect(await move(id, 2, 'paid')).toMatchObject({
    error: 'invalidInput',
    fields: { recoveredCents: expect.anything() },
  })
  const { amountCents } = (await getCaseFor(viewer(), id))!
  expect(await move(id, 2, 'paid', { recoveredCents: amountCents + 1n })).toMatchObject({
    error: 'invalidInput',
    fields: { recoveredCents: ['cases.fields.recoveredTooMuch'] },
  })
  dataOf(await move(id, 2, 'paid', { recoveredCents: 1000n }))
  expect(await getCaseFor(viewer(), id)).toMatchObject({ state: 'paid', protocol: 'BR-77', recoveredCents: 1000n })
  expect(await move(id, 3, 'detected', { deadline: addDays(today, -1) })).toMatchObject({ error: 'invalidInput' })
  dataOf(await move(id, 3, 'detected', { deadline: addDays(today, 3) }))
  const reopened = await getCaseFor(viewer(), id)
  expect(reopened).toMatchObject({ state: 'detected', recoveredCents: 0n, closedAt: null })
  expect(reopened!.events.map(({ state }) => state)).toEqual(['detected', 'paid', 'filed', 'detected'])
  expect((await auditEvents()).map(({ event }) => event)).toEqual([
    'case.opened',
    'case.moved',
    'case.moved',
    'case.reopened',
  ])
})

test('a case that is not filed by its last day is lost; one that was filed, or is due today, is not', async () => {
  const [late, filed, due] = [await oneOf(), await oneOf(), await oneOf()]
  dataOf(await move(filed.id, 1, 'filed'))
  await inspect(mine.organizationId, `update recovery_case set deadline = $1 where id = any ($2)`, [
    addDays(today, -1),
    [late.id, filed.id],
  ])
  await inspect(mine.organizationId, `update recovery_case set deadline = $1 where id = $2`, [today, due.id])
  for (const expected of [1, 0]) expect(await expireCases(mine.organizationId, new Date())).toBe(expected)
  const states = await Promise.all([late, filed, due].map(async ({ id }) => (await getCaseFor(viewer(), id))!.state))
  expect(states).toEqual(['expired', 'filed', 'detected'])
  const { totals } = await getCasesFor(viewer(), {})
  expect(totals).toMatchObject({ lost: { cases: 1, cents: 1240n }, pending: { cases: 1, cents: 1240n } })
  expect((await auditEvents()).at(-1)).toEqual({ event: 'case.expired' })
})

test('a case whose last day is put off while the lost ones are closed stays open', async () => {
  const { id } = await oneOf()
  const until = (day: string) =>
    inspect(mine.organizationId, 'update recovery_case set deadline = $1 where id = $2', [day, id])
  await until(addDays(today, -1))
  const { expiring } = await withOrganization(mine, async (db) => {
    await db.$executeRaw`UPDATE recovery_case SET deadline = ${addDays(today, 5)}::date WHERE id = ${id}::uuid`
    const closing = expireCases(mine.organizationId, new Date())
    await untilWaiting(1)
    return { expiring: closing }
  })
  await expiring
  expect(await getCaseFor(viewer(), id)).toMatchObject({ state: 'detected', closedAt: null })
  expect((await auditEvents()).map(({ event }) => event)).toEqual(['case.opened'])
})

test('a later adjustment that pays back is shown by the case', async () => {
  const { id, code, shop } = await oneOf()
  const causes = [{ cause: 'freight', amount: -240 }] as const
  await plantSettlements(mine, [{ shop, code, expected: 30_198, released: 29_958, causes: [...causes] }])
  expect(await getCaseFor(viewer(), id)).toMatchObject({ returnedCents: 1000n })
  await plantSettlements(mine, [{ shop, code, expected: 30_198, released: 30_198 }])
  expect(await getCaseFor(viewer(), id)).toMatchObject({ amountCents: 1240n, returnedCents: 1240n })
})

test('the queue goes by what ends first, page by page, and finds a case by number, protocol and order', async () => {
  const opened = [await oneOf(), await oneOf(), await oneOf()]
  for (const [index, { id }] of opened.entries())
    await inspect(mine.organizationId, `update recovery_case set deadline = $1, protocol = $2 where id = $3`, [
      addDays(today, 9 - index),
      `P-${index}`,
      id,
    ])
  const first = await getCasesFor(viewer(), {}, 2)
  expect(first.page.rows.map(({ id }) => id)).toEqual([opened[2]!.id, opened[1]!.id])
  const second = await getCasesFor(viewer(), { after: first.page.next! }, 2)
  expect(second.page.rows.map(({ id }) => id)).toEqual([opened[0]!.id])
  const back = await getCasesFor(viewer(), { before: second.page.previous! }, 2)
  expect(back.page.rows).toEqual(first.page.rows)
  for (const q of ['#1', 'P-0', opened[0]!.code.toLowerCase()])
    expect((await getCasesFor(viewer(), { q })).page.rows.map(({ id }) => id)).toEqual([opened[0]!.id])
  expect((await getCasesFor(viewer(), { soon: '1' })).page.rows).toHaveLength(1)
})

test('the text for the chat is in Portuguese with the figures of each order, whatever the reader’s language', async () => {
  const { id, code } = await oneOf()
  const { claim } = (await getCaseFor(viewer(), id))!
  for (const figure of [code, 'R$\u00a0301,98', 'R$\u00a0289,58', 'R$\u00a012,40', 'Frete cobrado a mais'])
    expect(claim).toContain(figure)
})

test('only who decides opens and changes cases; who reads sees them; others see nothing', async () => {
  const { id } = await oneOf()
  const picks = [await plantDifference(mine)].map(({ settlementId, cause }) => ({ settlementId, cause }))
  for (const role of ROLES.filter((each) => each !== 'owner' && each !== 'accountant')) {
    const member = await addMember(mine, role)
    await signInAs(member)
    const decides = can(role, 'reconciliation.decide')
    const change = { id, reason: 'x', protocol: null, deadline: today, ownerId: null }
    const version = (
      await inspect<{ version: number }>(mine.organizationId, 'select version from recovery_case where id = $1', [id])
    )[0]!
    expect({ role, ok: (await updateCaseAction(envelope(mine), { ...change, ...version })).ok }).toEqual({
      role,
      ok: decides,
    })
    if (!decides) expect(await open(picks)).toMatchObject({ error: 'permissionDenied' })
    const read = async () => getCaseFor({ ...member, timeZone: 'America/Sao_Paulo' }, id)
    if (can(role, 'reconciliation.read')) expect(await read()).toMatchObject({ id, canDecide: decides })
    else await expect(read()).rejects.toMatchObject({ code: 'permissionDenied' })
  }
})

test('another company, and an accountant of other entities, find no case', async () => {
  const { id } = await oneOf()
  const theirs = await createTestOrganization()
  expect(await getCaseFor({ ...theirs.owner, timeZone: 'America/Sao_Paulo' }, id)).toBeNull()
  const accountant = { ...viewer(), role: 'accountant' as const, legalEntityIds: [theirs.legalEntityId] }
  expect(await getCaseFor(accountant, id)).toBeNull()
  expect((await getCasesFor(accountant, {})).page.rows).toEqual([])
  const own = { ...accountant, legalEntityIds: [mine.legalEntityId] }
  expect(await getCaseFor(own, id)).toMatchObject({ id, canDecide: false })
  await withOrganization(theirs, async (db) =>
    expect(await db.recoveryCase.count({ where: { organizationId: theirs.organizationId } })).toBe(0),
  )
})

const fileMany = (cases: { id: string; version: number; protocol: string | null }[], note: string | null = null) =>
  fileCasesAction(envelope(mine), { cases, note })

test('many cases are marked as filed at once, each with its own protocol, its event and its record in the audit log', async () => {
  const [first, second] = [await oneOf(), await oneOf()]
  const cases = [
    { id: first.id, version: 1, protocol: 'BR-1' },
    { id: second.id, version: 1, protocol: '' },
  ]
  const sent = envelope(mine)
  expect(dataOf(await fileCasesAction(sent, { cases, note: 'Pelo chat' }))).toEqual({ filed: 2 })
  expect(dataOf(await fileCasesAction(sent, { cases, note: 'Pelo chat' }))).toEqual({ filed: 2 })
  for (const [{ id }, protocol] of [[first, 'BR-1'] as const, [second, null] as const]) {
    const { state, events, ...view } = (await getCaseFor(viewer(), id))!
    expect([state, view.protocol, view.version]).toEqual(['filed', protocol, 2])
    expect(events.map((event) => [event.state, event.text])).toContainEqual(['filed', 'Pelo chat'])
    expect(events).toHaveLength(2)
  }
  expect((await auditEvents()).filter(({ event }) => event === 'case.moved')).toHaveLength(2)
})

test('where one of many cases was changed meanwhile or is not the company’s none is marked, and it is named', async () => {
  const [first, second] = [await oneOf(), await oneOf()]
  dataOf(await move(second.id, 1, 'filed'))
  const { number } = (await getCaseFor(viewer(), second.id))!
  const both = [first, second].map(({ id }) => ({ id, version: 1, protocol: null }))
  expect(await fileMany(both)).toMatchObject({ error: 'casesMoved', values: { numbers: `#${number}` } })
  expect(await fileMany(both.map((one, at) => ({ ...one, version: at + 1 })))).toMatchObject({
    error: 'caseStepRefused',
  })
  const theirs = await createTestOrganization()
  const { settlementId, cause } = await plantDifference(theirs)
  const [foreign] = (await openCases(theirs.owner, { ...plain, picks: [{ settlementId, cause }] })).cases
  expect(await fileMany([both[0]!, { id: foreign!.id, version: 1, protocol: null }])).toMatchObject({
    error: 'notFound',
  })
  expect(await fileMany([both[0]!, both[0]!])).toMatchObject({ error: 'invalidInput' })
  expect(await getCaseFor(viewer(), first.id)).toMatchObject({ state: 'detected', version: 1 })
})
