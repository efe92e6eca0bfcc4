import { addEntity, entityOf, listAuditEvents, sellOn } from '@/lib/testing/harnesses/company-harness'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  viewerOf,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { listHistoryFor } from '@/lib/insight/audit-log/views'
import * as actions from './actions'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

const first = { version: 1, rateId: null, fromDay: '2026-01-01', regime: 'simples' as const, rate: '0.04' }
const setRate = async (id: string, more: object) =>
  actions.setTaxRateAction(envelope(company), {
    id,
    ...first,
    version: (await entityOf(company, id)).version,
    ...more,
  })

describe('tax rates', () => {
  test('hold from a day on; the one in force, earlier ones and later ones are distinguished', async () => {
    const id = company.legalEntityId
    dataOf(await setRate(id, { fromDay: '2025-01-01', regime: 'mei', rate: null }))
    dataOf(await setRate(id, { fromDay: '2026-01-01', rate: '0.065432' }))
    dataOf(await setRate(id, { fromDay: '2199-01-01', regime: 'presumed', rate: '0.1' }))
    expect((await entityOf(company, id)).taxRates).toMatchObject([
      { fromDay: '2199-01-01', regime: 'presumed', rate: '0.100000', state: 'future', toDay: null },
      { fromDay: '2026-01-01', regime: 'simples', rate: '0.065432', state: 'current', toDay: '2198-12-31' },
      { fromDay: '2025-01-01', regime: 'mei', rate: null, state: 'past', toDay: '2025-12-31' },
    ])
    expect(await setRate(id, { rate: '0.05' })).toMatchObject({
      error: 'taxRateTaken',
      fields: { fromDay: expect.anything() },
    })
  })

  test.each([
    [{ regime: 'mei', rate: '0.05' }, 'rate'],
    [{ regime: 'simples', rate: null }, 'rate'],
    [{ rate: '1.000001' }, 'rate'],
    [{ rate: '-0.1' }, 'rate'],
    [{ rate: '0.1234567' }, 'rate'],
    [{ regime: 'individual', rate: '0.1' }, 'regime'],
    [{ fromDay: '2026-02-30' }, 'fromDay'],
  ])('refuse %j', async (input, field) =>
    expect(await setRate(company.legalEntityId, input)).toMatchObject({
      ok: false,
      fields: { [field]: expect.anything() },
    }),
  )

  test('take the Pix discount off the base until the accountant says otherwise, and the change is in the audit log', async () => {
    const id = company.legalEntityId
    const rateId = dataOf(await setRate(id, {})).id
    expect((await entityOf(company, id)).taxRates).toMatchObject([{ lessPix: true, lessVouchers: false }])
    dataOf(await setRate(id, { rateId, lessPix: false }))
    expect((await entityOf(company, id)).taxRates).toMatchObject([{ lessPix: false }])
    expect((await listAuditEvents(company, 'taxRate.set')).at(-1)).toMatchObject({
      before: { lessPix: true },
      after: { lessPix: false },
    })
    const [line] = await listHistoryFor({ ...viewerOf(company.owner), language: 'pt' }, 'legalEntity', id)
    expect(line!.text).toContain((await entityOf(company, id)).name)
    expect(line!.changes).toContainEqual({ field: 'Desconto do Pix fora da base', before: 'sim', after: 'não' })
  })

  test('are not set by a role that only reads them, nor by another company', async () => {
    const id = company.legalEntityId
    await signInAs(await addMember(company, 'viewer'))
    expect(await actions.setTaxRateAction(envelope(company), { ...first, id, lessPix: false })).toMatchObject({
      error: 'permissionDenied',
    })
    const other = await createTestOrganization()
    await signInAs(other.owner)
    expect(await actions.setTaxRateAction(envelope(other), { ...first, id, lessPix: false })).toMatchObject({
      error: 'notFound',
    })
    await signInAs(company.owner)
    expect((await entityOf(company, id)).taxRates).toEqual([])
  })

  test('for an individual are an individual’s', async () => {
    const id = await addEntity(company, { sellerType: 'cpf' })
    expect(await setRate(id, {})).toMatchObject({ fields: { regime: expect.anything() } })
    dataOf(await setRate(id, { regime: 'individual', rate: '0.15' }))
  })

  test('that sales were taxed by can only be corrected; the rest can be removed', async () => {
    const id = company.legalEntityId
    await sellOn(company, '2026-03-10T12:00:00Z')
    const used = dataOf(await setRate(id, { fromDay: '2026-03-01' })).id
    const unused = dataOf(await setRate(id, { fromDay: '2026-02-01' })).id
    const future = dataOf(await setRate(id, { fromDay: '2199-01-01' })).id
    const remove = async (rateId: string) =>
      actions.removeTaxRateAction(envelope(company), { id, version: (await entityOf(company, id)).version, rateId })
    expect(await remove(used)).toMatchObject({ error: 'taxRateUsed' })
    dataOf(await remove(unused))
    dataOf(await remove(future))
    expect(await remove(future)).toMatchObject({ error: 'notFound' })
    expect(await setRate(id, { rateId: used, fromDay: '2026-07-01', rate: '0.06' })).toMatchObject({
      error: 'invalidInput',
      fields: { fromDay: ['companyData.fields.fromDayFixed'] },
    })
    expect((await entityOf(company, id)).taxRates).toMatchObject([{ id: used, rate: '0.040000' }])
    dataOf(await setRate(id, { rateId: used, fromDay: '2026-03-01', rate: '0.06' }))
    expect((await entityOf(company, id)).taxRates).toMatchObject([
      { id: used, fromDay: '2026-03-01', rate: '0.060000' },
    ])
    expect((await listAuditEvents(company, 'taxRate.set')).at(-1)).toMatchObject({
      before: { rate: '0.040000' },
      after: { rate: '0.06' },
    })
  })

  test('change from the version that was seen, many times with one key once', async () => {
    const input = {
      id: company.legalEntityId,
      version: 1,
      rateId: null,
      fromDay: '2026-01-01',
      regime: 'simples' as const,
      rate: '0.04',
    }
    const sent = envelope(company)
    const answers = await Promise.all(Array.from({ length: 16 }, () => actions.setTaxRateAction(sent, input)))
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect(new Set(answers.map((answer) => (answer.ok ? answer.data.id : 'requestInFlight'))).size).toBeLessThan(3)
    expect((await entityOf(company, company.legalEntityId)).taxRates).toHaveLength(1)
    expect(await actions.setTaxRateAction(envelope(company), { ...input, fromDay: '2026-02-01' })).toMatchObject({
      error: 'staleVersion',
    })
  })
})

describe('opening revenue', () => {
  const save = async (months: { month: string; revenueCents: bigint | null }[]) =>
    actions.setOpeningRevenueAction(envelope(company), {
      id: company.legalEntityId,
      version: (await entityOf(company, company.legalEntityId)).version,
      months,
    })
  const shown = async () => (await entityOf(company, company.legalEntityId)).months

  test('distinguishes a month without revenue from an unknown one', async () => {
    const [first, second, third] = (await shown()).map(({ month }) => month)
    dataOf(
      await save([
        { month: first!, revenueCents: 0n },
        { month: second!, revenueCents: 9_007_199_254_740_993n % 999_999_999_999n },
      ]),
    )
    expect((await shown()).slice(0, 3).map(({ revenueCents }) => revenueCents)).toEqual([
      0n,
      9_007_199_254_740_993n % 999_999_999_999n,
      null,
    ])
    dataOf(
      await save([
        { month: first!, revenueCents: null },
        { month: third!, revenueCents: 5n },
      ]),
    )
    expect((await shown()).slice(0, 3).map(({ revenueCents }) => revenueCents)).toEqual([null, expect.any(BigInt), 5n])
  })

  test('asks for the twelve months before the first order of the entity’s shops', async () => {
    await sellOn(company, '2026-03-10T12:00:00Z')
    const months = await shown()
    expect([months.length, months[0]!.month, months.at(-1)!.month]).toEqual([12, '2025-03-01', '2026-02-01'])
    dataOf(await save([{ month: '2026-03-01', revenueCents: 1n }]))
    expect((await shown()).at(-1)).toEqual({ month: '2026-03-01', revenueCents: 1n, hasOrders: true })
  })

  test.each([
    [[{ month: '2026-01-02', revenueCents: 1n }]],
    [[{ month: '2026-01-01', revenueCents: -1n }]],
    [[{ month: '2026-01-01', revenueCents: 1_000_000_000_000n }]],
    [
      [
        { month: '2026-01-01', revenueCents: 1n },
        { month: '2026-01-01', revenueCents: 2n },
      ],
    ],
  ])('refuses %o', async (months) => expect(await save(months)).toMatchObject({ ok: false, error: 'invalidInput' }))

  test('is saved from the version that was seen', async () => {
    const stale = { id: company.legalEntityId, version: 1, months: [{ month: '2026-01-01', revenueCents: 1n }] }
    dataOf(await actions.setOpeningRevenueAction(envelope(company), stale))
    expect(await actions.setOpeningRevenueAction(envelope(company), stale)).toMatchObject({ error: 'staleVersion' })
  })
})
