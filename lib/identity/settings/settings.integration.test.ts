import type { Role } from '@/lib/core/permissions'
import { getAttention } from '@/lib/insight/dashboard/attention'
import { withOrganization } from '@/lib/core/db'
import { placeOrderAction } from '@/lib/sales/orders/actions'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { listProducts } from '@/lib/catalog/products/queries'
import { blankEntity, listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import { dataOf, orderOf } from '@/lib/testing/harnesses/order-harness'
import { addProduct } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import * as actions from './actions'
import { getEntitiesFor, getOrganizationProfileFor, getStockRulesFor } from './views'

type Call = (organization: TestOrganization) => Promise<{ ok: boolean; error?: string }>

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

describe('by role', () => {
  const edit: Role[] = ['owner', 'admin']
  const taxes: Role[] = ['owner', 'admin', 'finance']
  const calls: [string, Role[], Call][] = [
    [
      'the profile',
      edit,
      (o) => actions.updateOrganizationAction(envelope(o), { version: 1, name: 'Nova', timeZone: 'America/Manaus' }),
    ],
    [
      'stock rules',
      edit,
      (o) => actions.updateStockRulesAction(envelope(o), { version: 1, lowStockUnits: 3, backorders: true }),
    ],
    ['a new entity', edit, (o) => actions.createEntityAction(envelope(o), blankEntity)],
    [
      'an entity',
      edit,
      (o) => actions.updateEntityAction(envelope(o), { ...blankEntity, id: o.legalEntityId, version: 1 }),
    ],
    [
      'a channel',
      edit,
      (o) => actions.createChannelAction(envelope(o), { name: 'Feira', feeRate: '0', legalEntityId: o.legalEntityId }),
    ],
    [
      'a tax rate',
      taxes,
      (o) =>
        actions.setTaxRateAction(envelope(o), {
          id: o.legalEntityId,
          version: 1,
          rateId: null,
          fromDay: '2026-01-01',
          regime: 'simples',
          rate: '0.04',
        }),
    ],
    [
      'opening revenue',
      taxes,
      (o) => actions.setOpeningRevenueAction(envelope(o), { id: o.legalEntityId, version: 1, months: [] }),
    ],
  ]

  test.each(calls)('change %s', async (_, allowed, call) => {
    for (const role of ['owner', 'admin', 'manager', 'operator', 'finance', 'viewer', 'accountant'] as const) {
      const organization = await createTestOrganization()
      await signInAs(role === 'owner' ? organization.owner : await addMember(organization, role))
      const { ok, error } = await call(organization)
      expect({ role, ok, error }).toEqual(
        allowed.includes(role) ? { role, ok: true } : { role, ok: false, error: 'permissionDenied' },
      )
    }
  })

  test('read the entities and their documents: who edits them or their taxes', async () => {
    for (const role of ['manager', 'operator', 'viewer', 'accountant'] as const)
      await expect(getEntitiesFor(viewerOf(await addMember(company, role)))).rejects.toThrow('permissionDenied')
    expect((await getEntitiesFor(viewerOf(await addMember(company, 'finance')))).canEdit).toBe(false)
    await expect(getStockRulesFor(viewerOf(await addMember(company, 'finance')))).rejects.toThrow('permissionDenied')
    const read = await getOrganizationProfileFor(viewerOf(await addMember(company, 'viewer')))
    expect(read).toMatchObject({ timeZone: 'America/Sao_Paulo' })
    expect(read.zones).toBeUndefined()
  })
})

describe('the profile', () => {
  const save = (input: object) =>
    actions.updateOrganizationAction(envelope(company), {
      version: 1,
      name: 'Nova',
      timeZone: 'America/Manaus',
      ...input,
    })

  test('keeps name and zone, from the version that was seen, with both in the trail', async () => {
    expect(await save({})).toEqual({ ok: true, data: { version: 2 } })
    expect(await save({ name: 'Outra' })).toMatchObject({ ok: false, error: 'staleVersion' })
    expect(await getOrganizationProfileFor(viewerOf(company.owner))).toMatchObject({
      name: 'Nova',
      timeZone: 'America/Manaus',
    })
    expect(await listAuditEvents(company, 'organization.updated')).toEqual([
      {
        before: { name: expect.any(String), timeZone: 'America/Sao_Paulo' },
        after: { name: 'Nova', timeZone: 'America/Manaus' },
      },
    ])
  })

  test.each(['', 'Mars/Olympus', 'America/sao_paulo', "UTC'; --"])('refuses the time zone %j', async (timeZone) =>
    expect(await save({ timeZone })).toMatchObject({
      ok: false,
      error: 'invalidInput',
      fields: { timeZone: expect.anything() },
    }),
  )

  test('every zone on offer is known to the database', async () => {
    const { zones } = await getOrganizationProfileFor(viewerOf(company.owner))
    const offered = [...zones!.brazil, ...zones!.others].map(({ zone }) => zone)
    expect(new Set(offered).size).toBe(offered.length)
    const known = await inspect<{ name: string }>(company.organizationId, 'SELECT name FROM pg_timezone_names')
    const names = new Set(known.map(({ name }) => name))
    expect(zones!.brazil.filter(({ zone }) => !names.has(zone))).toEqual([])
  })

  test('orders keep the day they were cut into; new ones follow the new zone', async () => {
    const product = await addStockedProduct(company, { sku: 'A', onHand: 9 })
    const place = async () =>
      dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]]))).id
    const days = () =>
      inspect<{ id: string; day: string }>(company.organizationId, 'SELECT id, local_day::text AS day FROM orders')
    const first = await place()
    const before = (await days())[0]!.day
    const hour = new Date().getUTCHours()
    // One of the two is in another day than São Paulo at any hour.
    dataOf(await save({ timeZone: hour >= 11 || hour < 3 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago' }))
    const second = await place()
    const byId = new Map((await days()).map(({ id, day }) => [id, day]))
    expect(byId.get(first)).toBe(before)
    expect(byId.get(second)).not.toBe(before)
  })
})

describe('stock rules', () => {
  const rules = (input: object) =>
    actions.updateStockRulesAction(envelope(company), { version: 1, lowStockUnits: 5, backorders: false, ...input })

  test('more than is available is refused until backorders are on', async () => {
    const product = await addStockedProduct(company, { sku: 'A', onHand: 2 })
    const place = async () => placeOrderAction(envelope(company), await orderOf(company, [[product, 3]]))
    expect(await place()).toMatchObject({ ok: false, error: 'insufficientStock' })
    dataOf(await rules({ backorders: true }))
    expect(await place()).toMatchObject({ ok: true })
    dataOf(await rules({ version: 2, backorders: false }))
    expect(await place()).toMatchObject({ ok: false, error: 'insufficientStock' })
  })

  test('products without a minimum of their own follow the default, in the list and on the dashboard alike', async () => {
    await addStockedProduct(company, { sku: 'FOUR', onHand: 4 })
    await addProduct(company, 'OWN', 0)
    const { organizationId } = company
    const low = () =>
      withOrganization(company, async (db) => {
        const filters = readProductFilters({ stock: 'low' }, true)
        const page = await listProducts(db, organizationId, filters, { today: '2026-11-21', seesMoney: true, size: 50 })
        const place = { organizationId, timeZone: 'America/Sao_Paulo' }
        const { lowStockProducts } = await getAttention(db, place, '2026-11-21', new Date())
        expect(Number(lowStockProducts)).toBe(page.rows.length)
        return page.rows.map(({ sku }) => sku).toSorted()
      })
    expect(await low()).toEqual(['FOUR', 'OWN'])
    // A kit has no units of its own: it is as low as its scarcest component allows.
    const plenty = await addStockedProduct(company, { sku: 'PLENTY', onHand: 90 })
    for (const [sku, quantity] of [
      ['KIT-LOW', 30],
      ['KIT-ENOUGH', 2],
    ] as const) {
      const kitId = await addProduct(company, sku, null)
      await withOrganization(company, (db) =>
        db.kitComponent.create({
          data: { organizationId, kitId, componentId: plenty, quantity },
          select: { kitId: true },
        }),
      )
    }
    expect(await low()).toEqual(['FOUR', 'KIT-LOW', 'OWN'])
    dataOf(await rules({ lowStockUnits: 3 }))
    expect(await low()).toEqual(['KIT-LOW', 'OWN'])
    expect(await rules({ lowStockUnits: 9 })).toMatchObject({ error: 'staleVersion' })
  })

  test.each([-1, 1.5, 1_000_001])('refuse a default of %d', async (lowStockUnits) =>
    expect(await rules({ lowStockUnits })).toMatchObject({ fields: { lowStockUnits: expect.anything() } }),
  )
})
