import type { ShopeeOrder } from '../shopee/reshape-order'
import { platformPayload, type OrderContext } from './order-payload'

const context: OrderContext = {
  ...{ organizationId: '00000000-0000-7000-8000-000000000000', timeZone: 'America/Sao_Paulo', stockFrom: null },
  ...{ sellerType: 'cnpj', feeRules: [], shopTerms: [] },
}
const completed = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  return {
    ...{ orderSn: 'O', status: 'COMPLETED', createdAt: at, updatedAt: at, paidAt: at, shipBy: at, pickedUpAt: at },
    ...{ items: [], packages: [], recipient: null, invoice: null, note: 'Para Maria', totalCents: 0n },
    ...{ buyerUsername: null, buyerTaxId: null, cancelReason: null, buyerCancelReason: null },
  } as unknown as ShopeeOrder
}

test('a note at the marketplace is read until its buyer is forgotten, and never again', () => {
  expect(platformPayload(completed(89), null, context)).toMatchObject({ note: 'Para Maria' })
  expect(platformPayload(completed(91), null, context)).toMatchObject({ note: null })
})
