import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { addMember, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  dataOf,
  ledgerOf,
  levelOf,
  orderOf,
  stockedCompany,
  type OrderInput,
} from '@/lib/testing/harnesses/order-harness'
import { changeOrderStatusAction, placeOrderAction } from './actions'
import type { EntryStatus, OrderStatus } from './schema'

const place = async (company: TestOrganization, lines: [string, number][], more: Partial<OrderInput> = {}) =>
  dataOf(await placeOrderAction(envelope(company), await orderOf(company, lines, more)))

const move = (company: { organizationId: string }, id: string, version: number, to: OrderStatus) =>
  changeOrderStatusAction(envelope(company), { id, version, to })

describe('stock follows the status', () => {
  test('saving reserves, shipping consumes, and delivery moves nothing more', async () => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 4]])
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 4 })
    dataOf(await move(company, id, 1, 'confirmed'))
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 4 })
    dataOf(await move(company, id, 2, 'shipped'))
    dataOf(await move(company, id, 3, 'delivered'))
    expect(await levelOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
    expect(await ledgerOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
  })

  test('an order saved as shipped has taken its stock at once', async () => {
    const { company, product } = await stockedCompany()
    await place(company, [[product, 4]], { status: 'shipped' })
    expect(await levelOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
  })

  test('cancelling before shipping releases', async () => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 4]], { status: 'confirmed' })
    dataOf(await move(company, id, 1, 'cancelled'))
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 0 })
  })

  test('a shipped order that is cancelled does not come back to the shelf by itself', async () => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 4]], { status: 'shipped' })
    dataOf(await move(company, id, 1, 'cancelled'))
    expect(await levelOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
  })

  test('a change of status clicked twice ships once', async () => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 4]], { status: 'confirmed' })
    const results = await Promise.all([1, 2, 3].map(() => move(company, id, 1, 'shipped')))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.flatMap((result) => (result.ok ? [] : [result.error]))).toEqual(['staleVersion', 'staleVersion'])
    expect(await levelOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
  })
})

describe('status moves forward only', () => {
  test.each<[EntryStatus, OrderStatus]>([
    ['confirmed', 'pending'],
    ['shipped', 'confirmed'],
    ['shipped', 'shipped'],
  ])('%s never becomes %s', async (from, to) => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 1]], { status: from })
    expect(await move(company, id, 1, to)).toMatchObject({ error: 'orderTransitionRefused' })
  })

  test('a delivered or cancelled order stays what it is', async () => {
    const { company, product } = await stockedCompany()
    for (const last of ['delivered', 'cancelled'] as const) {
      const { id } = await place(company, [[product, 1]], { status: 'confirmed' })
      dataOf(await move(company, id, 1, last))
      expect(await move(company, id, 2, 'cancelled')).toMatchObject({ error: 'orderTransitionRefused' })
    }
  })

  test('a page that shows an older version changes nothing', async () => {
    const { company, product } = await stockedCompany()
    const { id } = await place(company, [[product, 1]])
    dataOf(await move(company, id, 1, 'confirmed'))
    expect(await move(company, id, 1, 'cancelled')).toMatchObject({ error: 'staleVersion' })
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 1 })
  })

  test('an order of the marketplace is not changed by hand', async () => {
    const { company, product } = await stockedCompany()
    const { organizationId, legalEntityId } = company
    const shopId = newId()
    const id = newId()
    await withOrganization(company, async (db) => {
      await db.shop.create({ data: { organizationId, id: shopId, legalEntityId, name: 'Loja' }, select: { id: true } })
      await db.order.create({
        data: {
          organizationId,
          id,
          code: 'SHOPEE1',
          platform: 'shopee',
          shopId,
          outletId: shopId,
          externalCode: 'SHOPEE1',
          status: 'confirmed',
          placedAt: new Date(),
          localDay: new Date(),
          units: 1,
          revenueCents: 1n,
          totalCents: 1n,
          items: {
            create: {
              line: 1,
              productId: product,
              title: 'x',
              quantity: 1,
              unitPriceCents: 1n,
              subtotalCents: 1n,
              packagingCents: 0n,
            },
          },
        },
        select: { id: true },
      })
    })
    expect(await move(company, id, 1, 'shipped')).toMatchObject({ error: 'orderNotManual' })
  })
})

test('an operator cancels what is not paid, and nothing that is', async () => {
  const { company, product } = await stockedCompany()
  const unpaid = await place(company, [[product, 1]])
  const paid = await place(company, [[product, 2]], { status: 'confirmed' })
  await signInAs(await addMember(company, 'operator'))
  dataOf(await move(company, unpaid.id, 1, 'cancelled'))
  expect(await move(company, paid.id, 1, 'cancelled')).toMatchObject({ error: 'permissionDenied' })
  expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 2 })
})
