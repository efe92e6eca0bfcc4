import { readFileSync } from 'node:fs'
import { GET } from '@/app/api/audit/changes/route'
import type { AuditEventName } from '@/lib/core/audit/events'
import { recordAudits } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { Role } from '@/lib/core/permissions'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  signInAs,
  viewerOf,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { listChangesFor } from './views'

let company: TestOrganization
let order: string
beforeAll(async () => {
  company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'CUP')
  await addOrders(company, shop, [{ at: '2026-11-02T15:00:00Z', productId, status: 'confirmed' }])
  ;[{ id: order }] = (await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders')) as [
    { id: string },
  ]
  await record('order.edited', order, [
    { discountCents: '0', freightCostCents: '100', customerName: 'Ana' },
    { discountCents: '500', freightCostCents: '900', customerName: 'Bia' },
  ])
  await record('order.noted', order, [{ noteChars: 0 }, { noteChars: 12 }])
})

type Values = Record<string, unknown>
const record = (event: AuditEventName, subjectId: string, [before, after]: [Values, Values]) =>
  withOrganization(company.owner, (db) => recordAudits(db, company.owner, [{ event, subjectId, before, after }]))
const reader = (role: Role, of = company, legalEntityIds: string[] | null = null) =>
  ({ ...viewerOf({ ...of.owner, legalEntityIds }, role), language: 'pt' }) as const
const wordsFor = async (viewer: ReturnType<typeof reader>, kind: string, id: string) =>
  (await listChangesFor(viewer, kind, id)).flatMap(({ changes }) =>
    changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`.replaceAll('\u00a0', ' ')),
  )

test('an operator reads of an order what its own form shows: neither costs nor a field that no form has', async () => {
  expect(await wordsFor(reader('operator'), 'order', order)).toEqual([
    'Tamanho da anotação: 0 → 12',
    'Desconto: R$ 0,00 → R$ 5,00',
  ])
  // The manager reads the audit log of orders.
  expect(await wordsFor(reader('manager'), 'order', order)).toContain('Custo do frete: R$ 1,00 → R$ 9,00')
})

test('the note of an order that has left is shown to none who sees the buyer only until then', async () => {
  await inspect(company.organizationId, `UPDATE orders SET shipped_at = now() WHERE id = $1`, [order])
  expect(await wordsFor(reader('operator'), 'order', order)).toEqual(['Desconto: R$ 0,00 → R$ 5,00'])
})

test('a record that the viewer does not see says nothing: of another company, or of another legal entity', async () => {
  const other = await createTestOrganization()
  expect(await listChangesFor(reader('operator', other), 'order', order)).toEqual([])
  expect(await listChangesFor(reader('operator', company, [newId()]), 'order', order)).toEqual([])
  expect(await listChangesFor(reader('operator', company, [company.legalEntityId]), 'order', order)).not.toEqual([])
})

test('roles without the form of a record are refused below the page', async () => {
  for (const role of ['viewer', 'accountant', 'finance'] as const)
    await expect(listChangesFor(reader(role), 'order', order)).rejects.toThrow('notFound')
  for (const kind of ['expense', 'product', 'legalEntity', 'shop', 'member', 'organization', 'case'])
    await expect(listChangesFor(reader('operator'), kind, order)).rejects.toThrow('notFound')
  await expect(listChangesFor(reader('operator'), 'order', 'x y')).rejects.toThrow('notFound')
})

test('only the newest entry of a record is its last change, also when the form shows none of it', async () => {
  const lasts = async () => (await listChangesFor(reader('operator'), 'order', order)).map(({ isLast }) => isLast)
  expect(await lasts()).toEqual([true, false])
  await record('order.invoiceReceived', order, [{}, { accessKey: '1' }])
  expect(await lasts()).toEqual([false, false])
  expect(await wordsFor(reader('operator'), 'order', order)).toHaveLength(1)
})

test('a synchronization since then is no last change of a form: neither of the terms nor of the shop', async () => {
  const shop = await addShop(company, 'Outra')
  await record('shop.updated', shop, [{ name: 'Norte' }, { name: 'Outra' }])
  await record('shopTerms.set', shop, [{ programme: 'none' }, { programme: 'freeShipping' }])
  for (let nth = 0; nth < 9; nth += 1) await record('shop.ordersSynced', shop, [{}, { updated: nth }])
  await record('shop.syncAsked', shop, [{}, {}])
  const changed = async (role: Role, kind: string) =>
    (await listChangesFor(reader(role), kind, shop)).map(({ isLast, changes }) => [
      isLast,
      ...changes.map(({ field }) => field),
    ])
  expect(await changed('finance', 'shopTerms')).toEqual([[true, 'Programa']])
  expect(await changed('owner', 'shopTerms')).toEqual([[true, 'Programa']])
  expect(await changed('owner', 'shop')).toEqual([
    [true, 'Programa'],
    [false, 'Nome'],
  ])
})

test('each role reads of its own forms: tasks all, rates the finance', async () => {
  const { organizationId, legalEntityId, owner } = company
  const [task] = await inspect<{ id: string }>(
    organizationId,
    `INSERT INTO task (organization_id, id, "column", position, title, created_by)
     VALUES ($1, $2, 'todo', 1, 'Ligar', $3) RETURNING id`,
    [organizationId, newId(), owner.userId],
  )
  await record('task.updated', task!.id, [{ title: 'Ligar' }, { title: 'Escrever' }])
  for (const role of ['operator', 'accountant', 'viewer', 'finance', 'manager'] as const)
    expect(await wordsFor(reader(role), 'task', task!.id)).toEqual(['Título: Ligar → Escrever'])

  await record('taxRate.set', legalEntityId, [{ rate: '0.04' }, { rate: '0.06' }])
  expect(await wordsFor(reader('finance'), 'taxRate', legalEntityId)).toEqual(['Alíquota: 0.04 → 0.06'])
})

test('the address asks for the session, and answers in the language of the page', async () => {
  const ask = () =>
    GET(new Request(`http://localhost/api/audit/changes?kind=order&id=${order}`), { params: Promise.resolve({}) })
  expect((await ask()).status).toBe(401)
  await signInAs(await addMember(company, 'accountant'))
  expect((await ask()).status).toBe(404)
  await signInAs(await addMember(company, 'operator'))
  const { data } = (await (await ask()).json()) as { data: { text: string }[] }
  expect(data.map(({ text }) => text.replace(/ o pedido .*/, ''))).toEqual([
    expect.stringMatching(/ anotou /),
    expect.stringMatching(/ editou$/),
  ])
})

test('every field that a form shows has a name in both languages', () => {
  const source = readFileSync('lib/insight/audit-log/form-fields.ts', 'utf8')
  const fields = [...source.matchAll(/\bonly\(([^)]+)\)/g)].flatMap(([, list]) => list!.match(/\w+/g) ?? [])
  expect(fields.length).toBeGreaterThan(30)
  for (const { audit } of [pt, en]) expect(fields.filter((field) => !(field in audit.fields))).toEqual([])
})
