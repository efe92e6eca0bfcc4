import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { authorizeShopAction, createShopAction, setNoAdsAction, setStockRulesAction, updateShopAction } from './actions'
import { getShopsFor } from './views'

let company: TestOrganization
let number: string
let count = 0
beforeEach(async () => {
  company = await createTestOrganization()
  number = String(880_000_000 + ++count)
  await signInAs(company.owner)
})

type Shop = { name: string; status: string; external_shop_id: string | null; version: number; legal_entity_id: string }
const shopsOf = ({ organizationId }: TestOrganization) =>
  inspect<Shop>(
    organizationId,
    'SELECT name, status, external_shop_id, version, legal_entity_id FROM shop WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  )

const fieldsOf = (of: TestOrganization) =>
  ({ name: unique('Loja'), platform: 'shopee', externalShopId: number, legalEntityId: of.legalEntityId }) as const
const create = (more: object = {}, of = company) =>
  createShopAction(envelope(of), { ...fieldsOf(of), ...more } as Parameters<typeof createShopAction>[1])

const setStatus = ({ organizationId }: TestOrganization, id: string, data: object) =>
  withOrganization({ organizationId }, (db) => db.shop.updateMany({ where: { organizationId, id }, data }))

/** Somebody waits for what another transaction holds. */
const isWaiting = async () => {
  const sql = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`
  return withOwner(async (owner) => (await owner.query(sql)).rowCount! > 0)
}
async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await wait(20)
}

/** As an authorization leaves it. */
async function activate(of: TestOrganization, id: string) {
  await setStatus(of, id, { status: 'active', connectedAt: new Date() })
  await withOrganization(of, (db) => db.$queryRaw`SELECT claim_shop(${id}::uuid) AS claimed`)
}

describe('a shop that is saved', () => {
  test('waits to be authorized, under its legal entity, and the trail says so', async () => {
    dataOf(await create({ name: ' Loja Um ', externalShopId: ` ${number} ` }))
    expect(await shopsOf(company)).toEqual([
      {
        name: 'Loja Um',
        status: 'pending',
        external_shop_id: number,
        version: 1,
        legal_entity_id: company.legalEntityId,
      },
    ])
    expect(await listAuditEvents(company, 'shop.created')).toMatchObject([
      { after: { name: 'Loja Um', status: 'pending' } },
    ])
  })

  test('is saved once whatever number of times the form is sent', async () => {
    const sent = envelope(company)
    const input = fieldsOf(company)
    const [first, again] = [await createShopAction(sent, input), await createShopAction(sent, input)]
    expect(dataOf(again)).toEqual(dataOf(first))
    expect(await shopsOf(company)).toHaveLength(1)
  })

  test('needs no number: the platform tells it when the shop is authorized', async () => {
    dataOf(await create({ externalShopId: null }))
    dataOf(await create({ externalShopId: null }))
    expect((await shopsOf(company)).map((shop) => shop.external_shop_id)).toEqual([null, null])
  })

  test('keeps a number of 64 bits to the last digit', async () => {
    dataOf(await create({ externalShopId: '9223372036854775807' }))
    expect(await shopsOf(company)).toMatchObject([{ external_shop_id: '9223372036854775807' }])
  })

  test.each([
    ['name', { name: '  ' }, 'shops.fields.nameRequired'],
    ['platform', { platform: '' }, 'shops.fields.platformRequired'],
  ])('is refused without its %s', async (field, more, message) => {
    const answer = await create(more)
    expect(answer).toMatchObject({ ok: false, error: 'shopRequired', fields: { [field]: [message] } })
    expect(await shopsOf(company)).toEqual([])
  })

  test('names every field that is missing', async () => {
    expect(await create({ name: '', platform: '' })).toMatchObject({
      error: 'shopRequired',
      fields: { name: expect.anything(), platform: expect.anything() },
    })
  })

  test.each(['12a', '-1', '0', '0123', '1.5', '12345678901234567890'])(
    'is refused under the number %s',
    async (externalShopId) => {
      expect(await create({ externalShopId })).toMatchObject({
        error: 'invalidInput',
        fields: { externalShopId: ['shops.fields.idDigits'] },
      })
    },
  )

  test.each(['mercadoLivre', 'amazon', 'tiktokShop', 'magalu', 'shein'])(
    'is saved on %s, and its authorization refused: only the marketplace can be authorized',
    async (platform) => {
      const { id } = dataOf(await create({ platform, externalShopId: null }))
      const authorized = await authorizeShopAction(envelope(company), { id, page: 'shops' })
      expect(authorized).toMatchObject({ error: 'platformNotSupported' })
      const { shops } = await getShopsFor({ ...company.owner, timeZone: 'America/Sao_Paulo', legalEntityIds: null }, {})
      expect(shops.map(({ platform: kind, market, status }) => [kind, market, status])).toEqual([
        ['manual', platform, 'pending'],
      ])
    },
  )

  test('is refused under a number or a name that the company has already', async () => {
    dataOf(await create({ name: 'Uma' }))
    const sameNumber = await create({ name: 'Outra' })
    expect(sameNumber).toMatchObject({
      error: 'shopIdTaken',
      fields: { externalShopId: ['errors.shopIdTaken'] },
    })
    expect(await create({ name: 'UMA', externalShopId: `1${number}` })).toMatchObject({
      error: 'shopNameTaken',
      fields: { name: ['errors.shopNameTaken'] },
    })
    expect(await shopsOf(company)).toHaveLength(1)
  })

  test('has a number of its own on each marketplace, and changes it only to one that is free there', async () => {
    dataOf(await create())
    dataOf(await create({ platform: 'amazon' }))
    const { id } = dataOf(await create({ platform: 'mercadoLivre', externalShopId: `1${number}` }))
    expect(await create({ platform: 'amazon' })).toMatchObject({ error: 'shopIdTaken' })
    const change = { id, version: 1, name: 'Loja ML', externalShopId: number }
    dataOf(await updateShopAction(envelope(company), change))
    expect(await shopsOf(company)).toMatchObject([number, number, number].map((one) => ({ external_shop_id: one })))
    expect(await create({ platform: 'mercadoLivre' })).toMatchObject({ error: 'shopIdTaken' })
  })

  test('saved twice at the same moment is one shop and one refusal', async () => {
    const { organizationId, legalEntityId } = company
    const first = { organizationId, legalEntityId, id: newId(), name: 'Primeira', externalShopId: number }
    const { second } = await withOrganization(company, async (db) => {
      await db.shop.create({ data: first, select: { id: true } })
      const meanwhile = create()
      await until(() => isWaiting())
      return { second: meanwhile }
    })
    expect(await second).toMatchObject({ error: 'shopIdTaken', fields: { externalShopId: ['errors.shopIdTaken'] } })
    expect(await shopsOf(company)).toHaveLength(1)
  })
})

describe('a number that another company holds', () => {
  let other: TestOrganization
  let held: string
  beforeEach(async () => {
    other = company
    held = dataOf(await create({ name: 'Segredo' })).id
    company = await createTestOrganization()
  })

  test('is refused in general words with the way to prove ownership, and never says whose it is', async () => {
    await activate(other, held)
    await signInAs(company.owner)
    const answer = await create()
    expect(answer).toEqual({
      ok: false,
      error: 'shopConnectFailed',
      fields: { externalShopId: ['errors.shopNeedsClaim'] },
    })
    expect(await shopsOf(company)).toEqual([])
  })

  test('may be saved while its holder only wrote it down, or lost the grant', async () => {
    await signInAs(company.owner)
    dataOf(await create())
    const third = await createTestOrganization()
    await activate(other, held)
    await setStatus(other, held, { status: 'expired' })
    await signInAs(third.owner)
    dataOf(await create({}, third))
  })
})

describe('a change of a shop', () => {
  test('gives the number to one that an import made, so that its orders are met', async () => {
    const id = await addShop(company, 'Importada')
    dataOf(await updateShopAction(envelope(company), { id, version: 1, name: 'Importada', externalShopId: number }))
    expect(await shopsOf(company)).toMatchObject([{ external_shop_id: number, status: 'pending', version: 2 }])
    expect(await listAuditEvents(company, 'shop.updated')).toEqual([
      {
        before: { name: 'Importada', externalShopId: null },
        after: { name: 'Importada', externalShopId: number },
      },
    ])
  })

  test('without a number keeps the one it has', async () => {
    const { id } = dataOf(await create())
    dataOf(await updateShopAction(envelope(company), { id, version: 1, name: 'Nova', externalShopId: null }))
    expect(await shopsOf(company)).toMatchObject([{ name: 'Nova', external_shop_id: number }])
  })

  test('never renumbers one that was connected, also after it ended', async () => {
    const { id } = dataOf(await create())
    await activate(company, id)
    const renumber = () =>
      updateShopAction(envelope(company), { id, version: 1, name: 'Nova', externalShopId: `1${number}` })
    expect(await renumber()).toMatchObject({ error: 'shopIdFixed' })
    await setStatus(company, id, { status: 'pending' })
    expect(await renumber()).toMatchObject({ error: 'shopIdFixed' })
    expect(await shopsOf(company)).toMatchObject([{ external_shop_id: number, version: 1 }])
  })

  test('is refused under the number or the name of another one, and from a version that has passed', async () => {
    dataOf(await create({ name: 'Uma' }))
    const id = await addShop(company, 'Importada')
    const change = (more: object) =>
      updateShopAction(envelope(company), { id, version: 1, name: 'Importada', externalShopId: null, ...more })
    expect(await change({ externalShopId: number })).toMatchObject({ error: 'shopIdTaken' })
    expect(await change({ name: 'uma' })).toMatchObject({ error: 'shopNameTaken' })
    expect(await change({ version: 9 })).toMatchObject({ error: 'staleVersion' })
    expect(await change({ name: 'IMPORTADA' })).toMatchObject({ ok: true })
  })

  test('refuses the number that another company holds with a living grant', async () => {
    const other = await createTestOrganization()
    await signInAs(other.owner)
    await activate(other, dataOf(await create({}, other)).id)
    await signInAs(company.owner)
    const id = await addShop(company, 'Importada')
    const change = { id, version: 1, name: 'Importada', externalShopId: number }
    expect(await updateShopAction(envelope(company), change)).toMatchObject({ error: 'shopConnectFailed' })
  })
})

describe('stock rules', () => {
  test('are kept with the trail, and the last units are one shop’s alone', async () => {
    const [first, second] = [await addShop(company, 'Uma'), await addShop(company, 'Outra')]
    const set = (id: string, version: number, safetyUnits: number, lastUnits: number) =>
      setStockRulesAction(envelope(company), { id, version, safetyUnits, lastUnits })
    dataOf(await set(first, 1, 2, 3))
    expect(await set(second, 1, 0, 1)).toMatchObject({
      error: 'shopLastUnitsTaken',
      values: { shop: 'Uma' },
    })
    dataOf(await set(second, 1, 5, 0))
    expect(await set(first, 1, 0, 0)).toMatchObject({ error: 'staleVersion' })
    dataOf(await set(first, 2, 0, 0))
    dataOf(await set(second, 2, 5, 1))
    expect((await listAuditEvents(company, 'shop.rulesChanged'))[0]).toEqual({
      before: { safetyUnits: 0, lastUnits: 0 },
      after: { safetyUnits: 2, lastUnits: 3 },
    })
  })

  test.each([-1, 1.5, 10_000])('refuse %s units', async (safetyUnits) => {
    const id = await addShop(company, 'Uma')
    const answer = await setStockRulesAction(envelope(company), { id, version: 1, safetyUnits, lastUnits: 0 })
    expect(answer).toMatchObject({ error: 'invalidInput' })
  })
})

test('since when a shop does not advertise is kept with the trail, and taken back', async () => {
  const id = await addShop(company, 'Sem Ads')
  const set = (version: number, noAdsFrom: string | null) =>
    setNoAdsAction(envelope(company), { id, version, noAdsFrom })
  dataOf(await set(1, '2026-11-10'))
  expect(await set(1, '2026-11-12')).toMatchObject({ error: 'staleVersion' })
  expect(await set(2, '2026-02-30')).toMatchObject({ error: 'invalidInput' })
  const shown = async () =>
    (await getShopsFor({ ...company.owner, timeZone: 'America/Sao_Paulo', legalEntityIds: null }, {})).shops.find(
      (shop) => shop.id === id,
    )
  expect(await shown()).toMatchObject({ noAdsFrom: '2026-11-10', adsDespite: null })
  await addAdsDay(company, id, '2026-11-09', { '1': 5n })
  await addAdsDay(company, id, '2026-11-11', { '1': 30n, '': 3n })
  expect(await shown()).toMatchObject({ adsDespite: { days: 1, cents: 33n } })
  dataOf(await set(2, null))
  expect(await shown()).toMatchObject({ noAdsFrom: null, adsDespite: null })
  expect(await listAuditEvents(company, 'shop.adsChanged')).toEqual([
    { before: { noAdsFrom: null }, after: { noAdsFrom: '2026-11-10' } },
    { before: { noAdsFrom: '2026-11-10' }, after: { noAdsFrom: null } },
  ])
})

test.each(['manager', 'operator', 'finance', 'viewer', 'accountant'] as const)(
  'a %s may connect no shop, and nothing changes',
  async (role) => {
    await signInAs(await addMember(company, role))
    expect(await create()).toEqual({ ok: false, error: 'permissionDenied' })
    expect(await shopsOf(company)).toEqual([])
  },
)
