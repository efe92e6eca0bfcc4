import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { keepTracking } from './keep-tracking'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

async function addUntracked(orderId?: string, shopId?: string) {
  const parcel = await addParcel(company, { orderId, shopId })
  await sql('UPDATE package SET tracking_number = NULL WHERE id = $1', [parcel.id])
  return { ...parcel, packageId: parcel.id }
}

const numbers = async (orderId: string) => ({
  order: (
    await sql<{ number: string | null }>('SELECT tracking_number AS number FROM orders WHERE id = $1', [orderId])
  )[0]!.number,
  parcels: (
    await sql<{ number: string | null }>(
      'SELECT tracking_number AS number FROM package WHERE order_id = $1 ORDER BY id',
      [orderId],
    )
  ).map(({ number }) => number),
})

test('a tracking number is kept at its parcel and at the order, by whom ever it is asked for', async () => {
  const parcel = await addUntracked()
  expect(await keepTracking(company, parcel, 'BR1')).toBe('BR1')
  expect(await numbers(parcel.orderId)).toEqual({ order: 'BR1', parcels: ['BR1'] })
})

test('a number that came meanwhile stays, and is what the label is asked for with and the order shows', async () => {
  const parcel = await addUntracked()
  await sql(`UPDATE package SET tracking_number = 'BR2', label_state = 'ready' WHERE id = $1`, [parcel.id])
  expect(await keepTracking(company, parcel, 'BR1')).toBe('BR2')
  expect(await numbers(parcel.orderId)).toEqual({ order: 'BR2', parcels: ['BR2'] })
  expect(await sql('SELECT label_state AS state FROM package WHERE id = $1', [parcel.id])).toEqual([{ state: 'ready' }])
})

test('an order of two parcels goes on showing the number of the first', async () => {
  const first = await addUntracked()
  const second = await addUntracked(first.orderId, first.shopId)
  await keepTracking(company, first, 'BR1')
  expect(await keepTracking(company, second, 'BR2')).toBe('BR2')
  expect(await numbers(first.orderId)).toEqual({ order: 'BR1', parcels: ['BR1', 'BR2'] })
})

test('a parcel of another order, or of another company, is given none', async () => {
  const [one, another] = [await addUntracked(), await addUntracked()]
  await expect(keepTracking(company, { packageId: one.id, orderId: another.orderId }, 'BR1')).rejects.toThrow()
  await expect(keepTracking(await createTestOrganization(), one, 'BR1')).rejects.toThrow()
  expect(await numbers(one.orderId)).toEqual({ order: null, parcels: [null] })
  expect(await numbers(another.orderId)).toEqual({ order: null, parcels: [null] })
})
