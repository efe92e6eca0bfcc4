import { inspect } from '@/lib/testing/harnesses/database'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { newId } from '@/lib/core/ids'
import { getBankFor } from './views'

let company: TestOrganization
let shop: string
const viewer = () => ({ ...company.owner, timeZone: 'America/Sao_Paulo' })

async function book(day: string, cents: number, memo: string, entity = company.legalEntityId) {
  const id = newId()
  await inspect(
    company.organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     VALUES (current_organization(), $1::uuid, $2, '\\x01', '4321', $1::text, $3, $4, $5)`,
    [id, entity, day, cents, memo],
  )
  return id
}

beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shop = await addShop(company, 'Loja')
})
const memos = async (query: Record<string, string>) =>
  (await getBankFor(viewer(), { tab: 'unknown', ...query })).unknown.rows.map(({ memo }) => memo)

test('money that came in and stands for no withdrawal is listed, what names the marketplace marked and counted', async () => {
  const matched = await book('2026-11-10', 5000, 'PIX SHPP BRASIL')
  await book('2026-11-11', 700, 'TED SHOPEE LTDA')
  await book('2026-11-12', 900, 'PIX JOAO')
  await book('2026-11-12', -900, 'TARIFA SHOPEE')
  const withdrawal = newId()
  await inspect(
    company.organizationId,
    `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, at, local_day, kind, type, source)
     VALUES (current_organization(), $1, $2, '2026-11-10T12:00:00Z', -5000, '2026-11-10T12:00:00Z', '2026-11-10', 'withdrawal', 'X', 'file')`,
    [withdrawal, shop],
  )
  await inspect(
    company.organizationId,
    'INSERT INTO bank_match (organization_id, transaction_id, entry_id) VALUES (current_organization(), $1, $2)',
    [withdrawal, matched],
  )
  const view = await getBankFor(viewer(), { tab: 'unknown' })
  expect(view.unknown.rows).toEqual([
    expect.objectContaining({ memo: 'PIX JOAO', amountCents: 900n, namesPlatform: false, accountEnd: '4321' }),
    expect.objectContaining({ memo: 'TED SHOPEE LTDA', amountCents: 700n, namesPlatform: true, day: '2026-11-11' }),
  ])
  expect(view.unknownOfPlatform).toEqual({ count: 1, cents: 700n })
  expect(view.page.rows).toEqual([])
  expect((await getBankFor(viewer(), {})).page.rows).toHaveLength(1)
})

test('days and a shop narrow it to its own entity, and pages follow one another', async () => {
  const other = await addEntity(company, { name: 'Filial' })
  await book('2026-11-01', 100, 'primeiro')
  await book('2026-11-05', 100, 'segundo')
  await book('2026-11-05', 100, 'da filial', other)
  expect(await memos({ shop })).toEqual(['segundo', 'primeiro'])
  expect(await memos({ from: '2026-11-02', shop })).toEqual(['segundo'])
  expect(await memos({ to: '2026-11-02' })).toEqual(['primeiro'])
  for (let day = 10; day < 28; day += 1) for (const n of [1, 2, 3]) await book(`2026-10-${day}`, n, `${day} ${n}`)
  const first = await getBankFor(viewer(), { tab: 'unknown' })
  const rest = await getBankFor(viewer(), { tab: 'unknown', after: first.unknown.next! })
  const ids = [...first.unknown.rows, ...rest.unknown.rows].map(({ id }) => id)
  expect(new Set(ids).size).toBe(57)
  const back = await getBankFor(viewer(), { tab: 'unknown', before: rest.unknown.previous! })
  expect(back.unknown.rows).toEqual(first.unknown.rows)
})

test('another company’s statements are not listed', async () => {
  await book('2026-11-01', 100, 'SHOPEE')
  const stranger = await createTestOrganization()
  const view = await getBankFor({ ...stranger.owner }, { tab: 'unknown' })
  expect([view.unknown.rows, view.unknownOfPlatform.count]).toEqual([[], 0])
})
