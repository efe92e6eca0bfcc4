import type { ShopeeReturn } from '@/lib/shopee/reshape-return'
import { rowOf } from './return-row'

const now = new Date('2026-11-23T12:00:00Z')
const returnAt = (status: string, days: number) =>
  ({
    returnSn: 'R',
    orderSn: 'O',
    status,
    reason: 'x',
    reasonText: 'Chegou quebrado',
    images: ['https://x/1'],
    createdAt: now,
    updatedAt: new Date(now.getTime() - days * 86_400_000),
    items: [],
    solution: 'REFUND',
    negotiation: {},
    proof: {},
    compensation: {},
  }) as unknown as ShopeeReturn

test.each([
  ['CLOSED', 89, true],
  ['CLOSED', 91, false],
  ['CANCELLED', 91, false],
  ['ACCEPTED', 91, false],
  ['REQUESTED', 91, true],
  ['JUDGING', 91, true],
])('a buyer’s text about a return that is %s since %s days is read: %s', (status, days, isRead) => {
  expect(rowOf(returnAt(status, days), now)).toMatchObject(
    isRead ? { text: 'Chegou quebrado', images: ['https://x/1'] } : { text: null, images: [] },
  )
})

test('a return without a refund has an unknown one, its items too', () => {
  const reported = { ...returnAt('REQUESTED', 1), refundCents: null, items: [{ quantity: 1, refundCents: null }] }
  expect(rowOf(reported as unknown as ShopeeReturn, now)).toMatchObject({ refund: null, items: [{ refund: null }] })
  expect(rowOf({ ...reported, refundCents: 0n } as unknown as ShopeeReturn, now)).toMatchObject({ refund: 0n })
})
