import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf } from '@/lib/testing/factories/sheets'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'

const bare = ['Data', 'Tipo de transação', 'Descrição', 'ID do pedido', 'Valor']
const withBalance = [...bare, 'Balança após as transações']
const minute = '2026-08-05 10:00'
const alike = [minute, 'Ajuste', 'Ajuste de taxa', '', '7.00']
const withdrawal = [minute, 'Saque', 'Saque', '', '-50.00']
const income = (code: string) => [minute, 'Renda do pedido', 'Renda do pedido', code, '30.00']

async function shopOf() {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  return {
    company,
    take: (...rows: string[][]) =>
      applyMoneyTestFile(company, csvOf([rows[0]!.length > 5 ? withBalance : bare, ...rows]), { shopId }),
  }
}
const movementsOf = async ({ organizationId }: TestOrganization) => {
  const rows = await inspect<{ line: string }>(
    organizationId,
    `SELECT concat_ws(' ', external_code, amount_cents, balance_cents) AS line FROM wallet_transaction ORDER BY 1`,
  )
  return rows.map(({ line }) => line)
}

test('two rows alike without a balance are two movements, said to the seller, and a file sent again or in part adds none', async () => {
  const { company, take } = await shopOf()
  const file = await take(alike, alike)
  expect(file.summary.money?.unread).toContainEqual(
    expect.objectContaining({ kind: 'alike', count: 1, cents: '700', sample: '3' }),
  )
  for (const part of [[alike], [alike, alike], [alike]]) await take(...part)
  expect(await movementsOf(company)).toEqual(['700', '700'])
  await take(alike, alike, alike)
  expect(await movementsOf(company)).toEqual(['700', '700', '700'])
})

test('a part of the movements of one minute and amount leaves the others with their orders', async () => {
  const { company, take } = await shopOf()
  await take(income('260801AAAA0001'), income('260801BBBB0002'))
  await take(income('260801BBBB0002'))
  await take(income('260801CCCC0003'), income('260801BBBB0002'), income('260801BBBB0002'))
  expect(await movementsOf(company)).toEqual([
    '260801AAAA0001 3000',
    '260801BBBB0002 3000',
    '260801BBBB0002 3000',
    '260801CCCC0003 3000',
  ])
})

test('a report without balances and one with them are the same movements in either order, and what one has more of stays', async () => {
  const balanced = [
    [...withdrawal, '100.00'],
    [...income('260801AAAA0001'), '150.00'],
  ]
  const [first, second] = [await shopOf(), await shopOf()]
  await first.take(withdrawal, income('260801AAAA0001'))
  await first.take(...balanced)
  await first.take(...balanced)
  await second.take(...balanced)
  await second.take(withdrawal, income('260801AAAA0001'))
  const amounts = async ({ company }: { company: TestOrganization }) =>
    (await movementsOf(company)).map((line) => line.replace(/ 1\d000$/, ''))
  expect(await amounts(first)).toEqual(await amounts(second))
  expect(await amounts(second)).toHaveLength(2)
  await second.take(withdrawal, withdrawal)
  expect(await movementsOf(second.company)).toHaveLength(3)
})
