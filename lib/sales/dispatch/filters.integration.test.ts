import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { writePlace } from '@/lib/core/keyset'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { addProduct } from '@/lib/testing/factories/sales'
import { deadlines, methodFilters, orderKinds, readDispatchFilters } from './filters'
import { countStages, listToShip, listToShipIds } from './queries'
import { dispatchStages, type DispatchStage } from './schema'

const clock = { timeZone: 'America/Sao_Paulo', today: '2026-11-21', now: new Date('2026-11-21T15:00:00Z') }
let company: TestOrganization

type Planted = { order: string; parcel: string; quantities: number[] }
/** One order in each stage. */
const planted: Record<DispatchStage, Planted> = {
  invoice: {
    order: `status = 'confirmed', invoice_state = 'none', ship_by = '2026-11-21T14:00Z', units = 1`,
    parcel: `channel_id = NULL`,
    quantities: [1],
  },
  refused: {
    order: `status = 'confirmed', invoice_state = 'rejected', ship_by = '2026-11-21T20:00Z', units = 2`,
    parcel: `channel_id = '91003', platform_status = 'LOGISTICS_PICKUP_RETRY'`,
    quantities: [2],
  },
  arrange: {
    order: `status = 'confirmed', ship_by = '2026-11-22T20:00Z', units = 2`,
    parcel: `channel_id = '90021'`,
    quantities: [1, 1],
  },
  label: {
    order: `ship_by = '2026-11-25T20:00Z', units = 1`,
    parcel: `arranged_at = now(), method = 'pickup', pickup_at = '2026-11-26T15:00Z'`,
    quantities: [1],
  },
  printed: {
    order: `ship_by = NULL, units = 1`,
    parcel: `arranged_at = now(), printed_at = now(), method = 'dropoff', channel_id = '91003'`,
    quantities: [1],
  },
  packed: {
    order: `ship_by = NULL, units = 1`,
    parcel: `arranged_at = now(), printed_at = now(), packed_at = now(), method = 'dropoff', channel_id = '90022'`,
    quantities: [1],
  },
}

const stageOf = new Map<string, DispatchStage>()
beforeAll(async () => {
  company = await createTestOrganization()
  for (const stage of dispatchStages) {
    const { order, parcel, quantities } = planted[stage]
    const items = []
    for (const quantity of quantities) items.push({ productId: await addProduct(company, newId()), quantity })
    const { id, orderId } = await addParcel(company, { items })
    stageOf.set(orderId, stage)
    await inspect(company.organizationId, `UPDATE orders SET ${order} WHERE id = $1`, [orderId])
    await inspect(company.organizationId, `UPDATE package SET ${parcel} WHERE id = $1`, [id])
  }
})

const results: [string, string, DispatchStage[]][] = [
  ['method', 'open', ['invoice', 'refused']],
  ['method', 'pickup', ['label']],
  ['method', 'dropoff', ['printed']],
  ['method', 'direct', ['arrange', 'packed']],
  ['method', 'failed', ['refused']],
  ['method', 'late', ['label']],
  ['kind', 'single', ['invoice', 'label', 'printed', 'packed']],
  ['kind', 'oneSku', ['refused']],
  ['kind', 'mixed', ['arrange']],
  ['due', 'late', ['invoice']],
  ['due', 'today', ['refused']],
  ['due', 'tomorrow', ['arrange']],
  ['due', 'later', ['label', 'printed', 'packed']],
  ...dispatchStages.map((stage): [string, string, DispatchStage[]] => ['stage', stage, [stage]]),
]

test('every choice of every filter is tried', () => {
  const choices = { method: methodFilters, kind: orderKinds, due: deadlines, stage: dispatchStages }
  const all = Object.entries(choices).flatMap(([name, values]) => values.map((value) => `${name} ${value}`))
  expect(results.map(([name, value]) => `${name} ${value}`)).toEqual(all)
})

test.each(results)(
  'orders by %s %s: the list, the counts and the bulk selection find the same',
  async (name, value, stages) => {
    const { organizationId } = company
    const filters = readDispatchFilters({ [name]: value })
    const read = await withOrganization({ organizationId }, async (db) => ({
      page: await listToShip(db, organizationId, filters, clock, 50),
      counts: await countStages(db, organizationId, filters, clock),
      ids: await listToShipIds(db, organizationId, filters, clock, 50),
    }))
    expect(new Set(read.page.rows.map(({ stage }) => stage))).toEqual(new Set(stages))
    expect(new Set(read.ids.map((id) => stageOf.get(id)))).toEqual(new Set(stages))
    const counted = name === 'stage' ? dispatchStages : stages
    expect(dispatchStages.filter((stage) => read.counts[stage] > 0)).toEqual(
      dispatchStages.filter((stage) => counted.includes(stage)),
    )
  },
)

test('a cursor at a deadline that does not exist is the first page, and one without a deadline goes on', async () => {
  const list = (value: string) => {
    const filters = readDispatchFilters({ after: writePlace({ value, id: newId() }) })
    return withOrganization(company, async (db) => {
      const { rows } = await listToShip(db, company.organizationId, filters, clock, 50)
      return rows.length
    })
  }
  expect(await list('2026-99-99 99:99:99+00')).toBe(6)
  expect(await list('2026-11-21 10:00:00+99')).toBe(6)
  expect(await list('infinity')).toBe(0)
})
