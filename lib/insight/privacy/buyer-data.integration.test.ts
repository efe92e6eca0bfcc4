import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GET } from '@/app/api/privacy/buyers/[id]/route'
import { storedPath } from '@/lib/core/files/folder-store'
import { changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { keepInvoiceOf, traces } from '@/lib/testing/harnesses/buyer-traces'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { findBuyersAction } from './actions'

type BuyerFile = { pedidos: Record<string, unknown>[]; arquivos: { tipo: string; 'conteúdo (base64)': string }[] }

async function companyOfTwoBuyers() {
  const company = await createTestOrganization()
  const path = join(mkdtempSync(join(tmpdir(), 'held-')), 'Order.all.xlsx')
  const at = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  const times = { placed: at, paid: at, shipped: at, delivered: at, completed: at }
  const sold = (code: string, username: string, name: string, phone: string, title: string) => ({
    code,
    status: 'Concluído',
    ...times,
    items: [{ sku: 'T-1', title, quantity: 2, priceCents: 1990 }],
    buyer: { username, name, phone, city: 'Santos', state: 'São Paulo' },
  })
  await writeOrderExport(path, [
    sold('261101MINE01', 'zuleica.p', 'Zuleica Prado', '5511955443322', 'Caneca'),
    sold('261101MINE02', 'zuleica.p', 'Zuleica Prado', '5511955443322', 'Prato'),
    sold('261101OTHER1', 'otavio.r', 'Otávio Reis', '5521988776655', 'Garfo'),
  ])
  await importSheet(company, path)
  const { organizationId } = company
  const [mine, other] = await inspect<{ id: string; shop_id: string }>(
    organizationId,
    `SELECT id, shop_id FROM orders WHERE external_code IN ('261101MINE01', '261101OTHER1') ORDER BY external_code`,
  )
  const traced = { company, shopId: mine!.shop_id, orderId: mine!.id, shopNumber: 1 }
  for (const name of ['a note of the order', 'a return', 'a photo of the parcel'])
    await traces[name]!(traced, 'canarinho')
  await keepInvoiceOf(traced, 'canarinhofiscal')
  for (const name of ['a note of the order', 'a photo of the parcel'])
    await traces[name]!({ ...traced, orderId: other!.id }, 'curió')
  await signInAs(company.owner)
  return { company, mine: mine!, other: other! }
}
const request = (id: string) => GET(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })

test('the file holds all data of one buyer, in the reader’s words, and nothing of another; the download is recorded', async () => {
  const { company, mine } = await companyOfTwoBuyers()
  const answer = await request(mine.id)
  expect(answer.headers.get('content-disposition')).toMatch(/dados-do-comprador-261101MINE01-\d{4}-\d\d-\d\d\.json/)
  const text = await answer.text()
  const { pedidos, arquivos } = JSON.parse(text) as BuyerFile
  const buyer = {
    nome: 'Zuleica Prado',
    usuário: 'zuleica.p',
    telefone: '5511955443322',
    cidade: 'Santos',
    estado: 'São Paulo',
  }
  expect(pedidos).toMatchObject([
    { 'número na Shopee': expect.any(String) as string, comprador: buyer },
    { 'número na Shopee': expect.any(String) as string, comprador: buyer },
  ])
  expect(pedidos.map((order) => order['número na Shopee']).toSorted()).toEqual(['261101MINE01', '261101MINE02'])
  const order = pedidos.find((order) => order['número na Shopee'] === '261101MINE01')
  expect(order).toMatchObject({
    'nota da empresa': 'Avisar canarinho',
    itens: [{ produto: 'Caneca', quantidade: 2, 'preço unitário (R$)': '19.90', 'subtotal (R$)': '39.80' }],
    devoluções: [{ 'texto do comprador': 'canarinho', 'fotos do comprador': ['https://x/canarinho'] }],
  })
  const content = arquivos.map((file) => [file.tipo, Buffer.from(file['conteúdo (base64)'], 'base64').toString()])
  expect(content).toEqual([
    ['foto do pacote', 'canarinho'],
    ['nota fiscal', expect.stringContaining('canarinhofiscal')],
  ])
  expect(text).not.toMatch(/Otávio|otavio|OTHER|5521988776655|curió|Garfo|Cents|hash|organizationId/)
  const events = await inspect(
    company.organizationId,
    `SELECT event, after, subject_id AS subject FROM audit_event WHERE event LIKE 'buyer.%'`,
  )
  expect(events).toEqual([{ event: 'buyer.exported', after: { orders: 2 }, subject: mine.id }])
})

test('a missing file is named; one that cannot be read now ends the download, and no part of it is left out', async () => {
  const { company, mine } = await companyOfTwoBuyers()
  const [photo] = await inspect<{ place: string }>(
    company.organizationId,
    `SELECT f.place FROM stored_file f JOIN order_evidence e ON e.file_id = f.id WHERE e.order_id = $1`,
    [mine.id],
  )
  const path = storedPath(photo!.place)
  rmSync(path)
  const whole = JSON.parse(await (await request(mine.id)).text()) as BuyerFile
  expect(whole.arquivos.map((file) => 'conteúdo (base64)' in file)).toEqual([false, true])
  mkdirSync(path)
  await expect(request(mine.id).then((answer) => answer.text())).rejects.toThrow()
})

test('only who runs the company takes it', async () => {
  const { company, mine } = await companyOfTwoBuyers()
  for (const role of ['manager', 'operator', 'finance', 'viewer', 'accountant'] as const) {
    await signInAs(await addMember(company, role))
    expect((await request(mine.id)).status).toBe(403)
  }
  await signInAs(await addMember(company, 'admin'))
  expect((await request(mine.id)).status).toBe(200)
})

test('while one file of the company is read another is not started, and the request has to wait for it', async () => {
  const { company, mine, other } = await companyOfTwoBuyers()
  const first = await request(mine.id)
  await signInAs(await addMember(company, 'admin'))
  const refused = await request(other.id)
  expect([refused.status, await refused.json()]).toEqual([409, { ok: false, error: 'buyerFileUnderWay' }])
  await first.text()
  const again = await request(other.id)
  expect(again.status).toBe(200)
  await again.text()
})

test('a buyer is found by name, username, telephone, CPF and order number, once for all their orders, and by no other buyer’s', async () => {
  const { company, mine } = await companyOfTwoBuyers()
  const { organizationId } = company
  await changeAsOwner(organizationId, `UPDATE order_buyer SET document = '123.456.789-09' WHERE order_id = $1`, [
    mine.id,
  ])
  await signInAs(company.owner)
  const answerTo = (query: string, of = company) => findBuyersAction(envelope(of), { query })
  const find = async (query: string, of = company) => {
    const answer = await answerTo(query, of)
    return answer.ok && answer.data.buyers.map(({ name, orders }) => [name, orders])
  }
  for (const q of [
    'prado zuleica',
    'ZULEICA.P',
    '@zuleica.p',
    '5511955443322',
    '(11) 95544-3322',
    '12345678909',
    '261101mine02',
    '#261101MINE02',
    'Pedido #261101mine02',
    'pedido 261101MINE02',
  ])
    expect({ q, found: await find(q) }).toEqual({ q, found: [['Zuleica Prado', 2]] })
  expect([await find('Garfo'), await find('99999999')]).toEqual([[], []])
  expect(await answerTo(' z ')).toMatchObject({ ok: false, error: 'invalidInput' })
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  expect(await find('zuleica', theirs)).toEqual([])
  await signInAs(await addMember(company, 'manager'))
  expect(await answerTo('zuleica')).toMatchObject({ ok: false, error: 'permissionDenied' })
})

test('each buyer found shows their city and the day of their order', async () => {
  const { company, mine } = await companyOfTwoBuyers()
  await signInAs(company.owner)
  const answer = await findBuyersAction(envelope(company), { query: '261101MINE01' })
  const [placed] = await inspect<{ at: Date }>(
    company.organizationId,
    'SELECT placed_at AS at FROM orders WHERE id = $1',
    [mine.id],
  )
  expect(answer).toMatchObject({ data: { buyers: [{ city: 'Santos', state: 'São Paulo', placedAt: placed!.at }] } })
})

test('a buyer of many orders hides no other, and a result cut short says so', async () => {
  const company = await createTestOrganization()
  const path = join(mkdtempSync(join(tmpdir(), 'held-')), 'Order.all.xlsx')
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  const sold = (code: string, username: string, days: number) => ({
    code,
    status: 'Concluído',
    placed: at(days),
    paid: at(days),
    shipped: at(days),
    delivered: at(days),
    completed: at(days),
    items: [{ sku: 'T-1', title: 'Caneca', quantity: 1, priceCents: 1990 }],
    buyer: { username, name: 'Maria Silva', phone: '5511955443322', city: 'Santos', state: 'São Paulo' },
  })
  const others = (count: number) =>
    Array.from({ length: count }, (_, nth) => sold(`261101OTHER${nth}`, `maria.${nth}`, 3))
  const many = Array.from({ length: 130 }, (_, nth) => sold(`261101MANY${nth}`, 'maria.many', 1))
  await writeOrderExport(path, [...many, ...others(19)])
  await importSheet(company, path)
  await signInAs(company.owner)
  const find = async () => {
    const answer = await findBuyersAction(envelope(company), { query: 'maria' })
    if (!answer.ok) throw new Error(answer.error)
    const { buyers, more } = answer.data
    return { of: buyers.length, first: [buyers[0]?.username, buyers[0]?.orders], more }
  }
  expect(await find()).toEqual({ of: 20, first: ['maria.many', 130], more: false })
  await writeOrderExport(path, [sold('261101LAST', 'maria.last', 4)])
  await importSheet(company, path)
  expect(await find()).toEqual({ of: 20, first: ['maria.many', 130], more: true })
})
