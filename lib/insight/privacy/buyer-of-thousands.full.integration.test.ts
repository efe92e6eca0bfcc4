// Full form: imports five thousand orders to show that only pages of them are held. Default: lib/insight/privacy/buyer-data.integration.test.ts.
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { GET } from '@/app/api/privacy/buyers/[id]/route'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { keepInvoiceOf, traces } from '@/lib/testing/harnesses/buyer-traces'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'
import { eraseBuyerAction } from './actions'
import { getBuyerErasureFor } from './views'

const ORDERS = 3000
/** Orders of one buyer, each to somebody else. */
const RECIPIENTS = 2000
/** Several relations are read of an order; none of these has more than one row of each. */
const PAGE = 100
/** Several pieces, none of which ends where base64 does. */
const PHOTO = randomBytes(200_001)
const times = { placed: '2026-01-05 10:00', paid: '2026-01-05 10:05' }
const item = { sku: 'T-1', title: 'Caneca', quantity: 1, priceCents: 1990 }
const sold = (code: string, username: string, to = { name: 'Zuleica Prado', phone: '5511955443322' }) => ({
  code,
  status: 'Concluído',
  ...times,
  shipped: times.paid,
  delivered: times.paid,
  completed: times.paid,
  items: [item],
  buyer: { username, ...to },
})
/** Recent: no buyer is kept with older ones. */
const sentOn = (_: unknown, nth: number) => {
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  const to = { name: `Pessoa${nth} de Tal`, phone: `55119${String(10_000_000 + nth)}` }
  return {
    ...sold(`261123D${String(nth).padStart(6, '0')}`, 'remessas.d', to),
    placed: at,
    paid: at,
    shipped: at,
    delivered: at,
    completed: at,
  }
}
const toShip = (code: string, username: string) => ({
  code,
  status: 'A Enviar',
  ...times,
  items: [item],
  buyer: { username },
})

let company: TestOrganization
let mine: string
beforeAll(async () => {
  company = await createTestOrganization()
  const path = join(mkdtempSync(join(tmpdir(), 'held-')), 'Order.all.xlsx')
  const codes = Array.from({ length: ORDERS - 50 }, (_, nth) => `260105A${String(nth).padStart(6, '0')}`)
  const open = Array.from({ length: 50 }, (_, nth) => `260105S${String(nth).padStart(6, '0')}`)
  await writeOrderExport(path, [
    ...codes.map((code) => sold(code, 'zuleica.p')),
    ...open.map((code) => toShip(code, 'zuleica.p')),
    sold('260105OTHER01', 'otavio.r'),
    ...Array.from({ length: RECIPIENTS }, sentOn),
  ])
  await importSheet(company, path)
  const [order] = await inspect<{ id: string; shop_id: string }>(
    company.organizationId,
    `SELECT id, shop_id FROM orders WHERE external_code = '260105A000777'`,
  )
  mine = order!.id
  const traced = { company, shopId: order!.shop_id, orderId: mine, shopNumber: 1 }
  await traces['a photo of the parcel']!(traced, 'canarinho')
  await keepInvoiceOf(traced, 'canarinhofiscal')
  const { organizationId, owner } = company
  const file = await writeFile(organizationId, Readable.from([PHOTO]), PHOTO.length)
  await withOrganization(company, (db) => recordFile(db, owner, file, { kind: 'evidence', name: 'photo.pdf' }))
  await changeAsOwner(organizationId, 'UPDATE order_evidence SET file_id = $1', [file.id])
  await withOwner((owner) => owner.query('ANALYZE orders'))
})
beforeEach(() => signInAs(company.owner))

const request = (id: string) => GET(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })

/** The most rows that the database answers at once while it runs. */
async function mostRowsOf(run: () => Promise<unknown>): Promise<number> {
  let most = 0
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const answer = query.apply(this, given)
    if (answer instanceof Promise)
      void answer.then(
        ({ rows = [] }: { rows?: unknown[] }) => (most = Math.max(most, rows.length)),
        () => {},
      )
    return answer
  } as typeof query)
  try {
    await run()
    return most
  } finally {
    spy.mockRestore()
  }
}

test('however many orders a buyer has, the file is whole, and no more than a page of them is held', async () => {
  let text = ''
  let read = new Map<string, number>()
  const most = await mostRowsOf(async () => {
    read = await countRowsRead(['orders'], async () => (text = await (await request(mine)).text()))
  })
  const { pedidos, arquivos } = JSON.parse(text) as Record<string, Record<string, string>[]>
  const codes = pedidos!.map((order) => order['número na Shopee'])
  expect([codes.length, new Set(codes).size, codes.includes('260105OTHER01')]).toEqual([ORDERS, ORDERS, false])
  const content = arquivos!.map((file) => Buffer.from(file['conteúdo (base64)']!, 'base64'))
  expect(content.map((each) => [each.equals(PHOTO), each.includes('canarinhofiscal')]).toSorted()).toEqual([
    [false, true],
    [true, false],
  ])
  // As one that was never cut into parts.
  expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(PAGE)
  expect(read.get('orders')).toBeLessThan(8 * ORDERS)
})

test('a file that is damaged is named, and the others come whole', async () => {
  const { organizationId } = company
  const change = (sql: string) => changeAsOwner(organizationId, sql)
  await change(`UPDATE stored_file SET sha256 = decode(repeat('00', 32), 'hex') WHERE name = 'photo.pdf'`)
  const { arquivos } = JSON.parse(await (await request(mine)).text()) as { arquivos: Record<string, string>[] }
  expect(arquivos.map((file) => [file.tipo, 'conteúdo (base64)' in file]).toSorted()).toEqual([
    ['foto do pacote', false],
    ['nota fiscal', true],
  ])
})

test('a page of an order shows the number of the buyer’s orders, up to a limit', async () => {
  const most = await mostRowsOf(async () => {
    const erasure = await getBuyerErasureFor(company.owner, mine)
    expect(erasure).toMatchObject({ orders: ORDERS, byName: false, erasedAt: null, code: '260105A000777' })
    expect([erasure!.codes.length, erasure!.hindered.length]).toEqual([5, 20])
    expect(erasure!.hindered.every(({ why }) => why === 'toShip')).toBe(true)
  })
  expect(most).toBeLessThanOrEqual(PAGE)
})

test('a company reads one at a time, for all its members; a closed connection makes room', async () => {
  const first = await request(mine)
  expect((await request(mine)).status).toBe(409)
  await signInAs(await addMember(company, 'admin'))
  expect((await request(mine)).status).toBe(409)
  await first.body?.cancel()
  await new Promise((left) => setTimeout(left, 50))
  await signInAs(company.owner)
  const again = await request(mine)
  expect(again.status).toBe(200)
  await again.text()
  expect((await request('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  const last = await request(mine)
  expect(last.status).toBe(200)
  await last.body?.cancel()
})

test('a buyer whose orders went to thousands of people is erased, with all people named elsewhere', async () => {
  const { organizationId, legalEntityId } = company
  const memos = ['PIX PESSOA1234 DE TAL', 'PIX PESSOA9999 DE TAL', 'TEL 5511910000042']
  await changeAsOwner(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT current_organization(), uuid_v7(), $1, '\\x01', '4321', m.nth, current_date, 100, m.memo
     FROM unnest($2::text[]) WITH ORDINALITY m(memo, nth)`,
    [legalEntityId, memos],
  )
  const [order] = await inspect<{ id: string }>(
    organizationId,
    `SELECT id FROM orders WHERE external_code = '261123D000777'`,
  )
  const erased = dataOf(await eraseBuyerAction(envelope(company), { orderId: order!.id, onlyThis: false }))
  expect(erased).toEqual({ orders: RECIPIENTS })
  expect(await inspect(organizationId, `SELECT memo FROM bank_entry ORDER BY memo`)).toEqual([
    { memo: '' },
    { memo: '' },
    { memo: 'PIX PESSOA9999 DE TAL' },
  ])
})
