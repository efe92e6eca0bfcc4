import { listAttention } from '@/lib/insight/dashboard/attention-items'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import type { ToolViewer } from '../tools/contract'
import { answerLocally } from './answer'
import type { RanTool } from './contract'

const hour = 3_600_000
const sold = '2611182QFT1WTB'
const onlyPaid = '2611103ABC9KLM'
let owner: ToolViewer
let operator: ToolViewer
let orderId: string

beforeAll(async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja Norte')
  const listingId = await addListing(company, shop, 'Caneca sem produto')
  const now = Date.now()
  const at = new Date(now - 30 * hour).toISOString()
  const order = { at, cents: 10_000n, listingId, status: 'processing' as const }
  const [id] = await addOrders(company, shop, [
    { ...order, code: sold, shipBy: new Date(now - hour).toISOString() },
    { ...order, code: '2611182QFT1WTC', shipBy: new Date(now - 2 * hour).toISOString(), cancellationAsked: true },
  ])
  orderId = id!
  await addSettlements(company, shop, [
    {
      code: onlyPaid,
      state: 'underpaid',
      expected: 5_000n,
      released: 4_100n,
      causes: [{ cause: 'commission_rate', amount: -900n }],
    },
  ])
  owner = viewerOf(company)
  operator = viewerOf({ owner: await addMember(company, 'operator') })
})

const askQuestion = async (question: string, who: ToolViewer): Promise<RanTool> => {
  const answer = await answerLocally(who, question)
  if (answer.state !== 'answered') throw new Error(`${question}: ${answer.text}`)
  return answer.ran[0]!
}

test('today’s work is the dashboard card’s items, for each role its own', async () => {
  for (const who of [owner, operator]) {
    const { answer } = await askQuestion('o que tenho q fazer hoje', who)
    const items = listAttention(who.role, await getAttentionFor(who))
    expect(items.map(({ key }) => key)).toEqual(expect.arrayContaining(['late', 'cancellation', 'unmapped']))
    expect(answer.table!.rows).toEqual(
      items.map(({ key, count, cents, day, href }) => ({
        cells: [key, String(count), cents === undefined ? null : String(cents), day ?? null],
        href,
      })),
    )
  }
})

test('a code opens its order, and asked for its payout tells what was paid, each for who may see it', async () => {
  const opened = await askQuestion(`cade o pedido ${sold.toLowerCase()}?`, owner)
  expect(opened.answer).toMatchObject({ href: `/dashboard/orders/${orderId}`, table: { total: 1 } })
  expect(opened.answer.table!.rows[0]!.cells[1]).toBe('processing')
  const without = await askQuestion(`ja caiu o ${sold}?`, owner)
  expect(without.answer.notes).toEqual([{ name: 'noSettlement', values: { order: sold } }])
  expect(await answerLocally(owner, `ja caiu o ${sold}?`)).toMatchObject({
    text: `Ainda não há repasse registrado do pedido ${sold}.`,
  })
  const short = await askQuestion(`why is ${onlyPaid} short?`, owner)
  expect(short.answer.table!.rows.map(({ cells }) => cells)).toEqual([
    ['difference', '-900', null, 'underpaid'],
    ['expected', '5000', null, null],
    ['received', '4100', null, null],
    ['cause', '-900', 'commission_rate', null],
  ])
  const { text } = await answerLocally(owner, `por que a shopee pagou menos no pedido ${onlyPaid}?`)
  expect(text).toMatch(/^Faltam R\$\s9,00 no repasse do pedido\. A situação do repasse é “Pago a menor”\.$/)
  // A role without money sees the order, and nothing of a payout without an order here.
  expect(await askQuestion(`por que a shopee pagou menos no pedido ${sold}?`, operator)).toMatchObject({
    tool: 'find_orders',
  })
})

test('an unknown order, a change to one, and money that a role may not see are refused', async () => {
  const other = viewerOf(await createTestOrganization())
  for (const [who, question] of [
    [operator, `por que a shopee pagou menos no pedido ${onlyPaid}?`],
    [operator, 'se eu vender a 25 reais quanto sobra?'],
    [owner, 'cade o pedido 2611199ZZZZZZZ'],
    [owner, `cancela o pedido ${sold}`],
    [other, `cade o pedido ${sold}?`],
    [other, `quanto recebi do pedido ${onlyPaid}?`],
    [owner, 'quanto vou vender amanhã?'],
  ] as const)
    expect({ question, state: (await answerLocally(who, question)).state }).toEqual({ question, state: 'unanswerable' })
})
