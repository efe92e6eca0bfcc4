import { inspect } from '@/lib/testing/harnesses/database'
import { envelope, type TestOrganization } from '@/lib/testing/factories/factories'
import { countOrders, dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { placeOrderAction } from './actions'

const numbersOf = async ({ organizationId }: TestOrganization) =>
  (await inspect<{ code: string }>(organizationId, 'SELECT code FROM orders ORDER BY code')).map(({ code }) =>
    Number(code.split('-').at(-1)),
  )

test('an order that is refused, and one that is sent again, use up no number', async () => {
  const { company, product } = await stockedCompany(10)
  const sent = envelope(company)
  const first = await orderOf(company, [[product, 1]])
  dataOf(await placeOrderAction(sent, first))
  expect(await placeOrderAction(envelope(company), await orderOf(company, [[product, 99]]))).toMatchObject({
    error: 'insufficientStock',
  })
  dataOf(await placeOrderAction(sent, first))
  expect(await placeOrderAction(envelope(company), { ...first, seenTotalCents: 1n })).toMatchObject({
    error: 'orderPricesChanged',
  })
  dataOf(await placeOrderAction(envelope(company), first))
  expect(await numbersOf(company)).toEqual([1, 2])
})

test('after many concurrent orders, half of them refused, the next ones take the returned numbers, and none twice', async () => {
  const { company, product } = await stockedCompany(12)
  const one = await orderOf(company, [[product, 1]])
  const many = await orderOf(company, [[product, 99]])
  await Promise.all(Array.from({ length: 20 }, (_, n) => placeOrderAction(envelope(company), n % 2 ? one : many)))
  expect(await countOrders(company)).toBe(10)
  for (let n = 0; n < 2; n += 1) dataOf(await placeOrderAction(envelope(company), one))
  const numbers = await numbersOf(company)
  expect(new Set(numbers).size).toBe(12)
  const [state] = await inspect<{ used: number }>(
    company.organizationId,
    'SELECT last - cardinality(returned) AS used FROM order_number',
  )
  expect(state).toEqual({ used: 12 })
})
