import { readBankFilters } from '@/lib/money/bank/filters'
import { sumUnknownOfPlatform } from '@/lib/money/bank/unknown-entries'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { traces } from '@/lib/testing/harnesses/buyer-traces'
import { changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { eraseBuyerAction } from './actions'

/** An erasure changes no more than so many records by one name alone. */
const MOST = 20
const DOCUMENT = '123.456.789-09'
const TELEPHONE = '5511955443322'

type Buyer = { name?: string; username?: string; address?: string; document?: string; phone?: string }
async function soldTo(buyer: Buyer) {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  const shopId = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'CANECA')
  const sold = { productId, buyer: 'zuleica', at: '2026-11-10T12:00:00Z', code: '261110ZULEICA1' }
  const [orderId] = await addOrders(company, shopId, [{ ...sold, status: 'shipped' as const }])
  const purgeAfter = new Date(Date.now() + 86_400_000)
  await withOrganization({ organizationId }, (db) =>
    db.orderBuyer.create({ data: { organizationId, orderId: orderId!, ...buyer, purgeAfter }, select: { name: true } }),
  )
  await signInAs(owner)
  const traced = { company, shopId, orderId: orderId!, shopNumber: 7700 }
  const erase = async () => dataOf(await eraseBuyerAction(envelope(company), { orderId: orderId!, onlyThis: false }))
  return { company, traced, erase }
}
const addMemos = ({ organizationId, legalEntityId }: TestOrganization, memos: string[]) =>
  changeAsOwner(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT current_organization(), uuid_v7(), $1, '\\x01', '4321', $2::text || m.nth, current_date, 100, m.memo
     FROM unnest($3::text[]) WITH ORDINALITY m(memo, nth)`,
    [legalEntityId, newId(), memos],
  )
const memosOf = async ({ organizationId }: TestOrganization) =>
  (await inspect<{ memo: string }>(organizationId, 'SELECT memo FROM bank_entry ORDER BY memo COLLATE "C"')).map(
    ({ memo }) => memo,
  )
const heldOf = ({ organizationId }: TestOrganization) => inspect(organizationId, 'SELECT name FROM order_buyer')

test('a buyer with the marketplace’s name takes none of its payments with them, and these are still listed as its own', async () => {
  const { company, erase } = await soldTo({ name: 'SHPP Brasil' })
  const platform = ['PIX RECEBIDO SHPP BRASIL', 'Shopee / SHPP Brasil']
  await addMemos(company, platform)
  expect(await erase()).toEqual({ orders: 1 })
  expect(await memosOf(company)).toEqual(platform)
  const { organizationId } = company
  expect(
    await withOrganization(company, (db) => sumUnknownOfPlatform(db, organizationId, readBankFilters({}))),
  ).toMatchObject({
    count: platform.length,
  })
  expect(await heldOf(company)).toEqual([])
})

test.each([
  ['name', { name: 'Nota Fiscal' }, 'nota fiscal'],
  ['address', { address: 'São Paulo' }, 'SAO PAULO'],
  ['username', { username: '119.90' }, '119.90'],
])('a %s that many records contain changes none of them, and they are listed by place', async (_, buyer, words) => {
  const { company, traced, erase } = await soldTo({ ...buyer, document: DOCUMENT, phone: TELEPHONE })
  await traces['a question to the assistant']!(traced, words)
  await traces['a draft of the assistant']!(traced, words)
  await traces['longer work']!(traced, words)
  await traces['a refusal of the marketplace']!(traced, words)
  const common = Array.from({ length: MOST }, (_, nth) => `TED ${nth} ${words}`).toSorted()
  await addMemos(company, [...common, `PIX ${DOCUMENT} ${words}`, `PIX ${TELEPHONE}`])
  expect(await erase()).toEqual({
    orders: 1,
    stillNamed: { bank: MOST, conversations: 2, drafts: 1, tasks: 1, other: 1 },
  })
  // A record that names them by a number is erased, with any other names in it; so are records about them.
  expect(await memosOf(company)).toEqual(['', '', ...common])
  expect(await heldOf(company)).toEqual([])
  const { organizationId } = company
  expect(await inspect(organizationId, 'SELECT 1 FROM proposal')).toHaveLength(1)
  expect(await inspect(organizationId, 'SELECT 1 FROM agent_task')).toHaveLength(1)
})

test('by a name that stands in no more than some records each is changed, and one that is common spares no other', async () => {
  const { company, erase } = await soldTo({ name: 'Zuleica Prado', address: 'Rua Boa, 12' })
  const common = Array.from({ length: MOST + 1 }, (_, nth) => `TED ${nth} rua boa, 12`).toSorted()
  const theirs = Array.from({ length: MOST }, (_, nth) => `PIX ${nth} ZULEICA PRADO`)
  await addMemos(company, [...common, ...theirs])
  expect(await erase()).toEqual({ orders: 1, stillNamed: { bank: MOST + 1 } })
  expect(await memosOf(company)).toEqual([...theirs.map(() => ''), ...common])
})

test('an address of one word identifies no one', async () => {
  const { company, erase } = await soldTo({ address: 'Centro' })
  await addMemos(company, ['PIX CENTRO'])
  expect(await erase()).toEqual({ orders: 1 })
  expect(await memosOf(company)).toEqual(['PIX CENTRO'])
})

test('a document names its buyer, however many records have it in them', async () => {
  const { company, erase } = await soldTo({ name: 'Zuleica Prado', document: DOCUMENT })
  const theirs = Array.from({ length: MOST + 5 }, (_, nth) => `PIX ${nth} ${DOCUMENT}`)
  await addMemos(company, theirs)
  expect(await erase()).toEqual({ orders: 1 })
  expect(await memosOf(company)).toEqual(theirs.map(() => ''))
})

test.each([
  ['joão', 'joão'],
  ['João.Brás', 'JOÃO.BRÁS'],
  ['joão"zé', 'joão"zé'],
])('a username with letters of Portuguese (%s) is found where a record tells it as one', async (username, written) => {
  const { company, erase } = await soldTo({ username })
  const { organizationId } = company
  const answers = [{ buyer_username: written }, { data: { username: written } }, { username: `${written}x` }]
  await changeAsOwner(
    organizationId,
    `INSERT INTO idempotency (organization_id, route, key, body_hash, answer, expires_at)
     SELECT current_organization(), 'x', a.nth::text, '\\x00', a.answer, now() + interval '1 day'
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY a(answer, nth)`,
    [JSON.stringify(answers)],
  )
  expect(await erase()).toEqual({ orders: 1 })
  expect(await inspect(organizationId, `SELECT answer FROM idempotency WHERE route = 'x'`)).toEqual([
    { answer: answers[2] },
  ])
})
