import { Readable } from 'node:stream'
import { z } from 'zod'
import { hashOf, newSessionSecret } from '../auth/session-cookie'
import { callGlobal, withOrganization } from '../db'
import { recordFile, writeFile, type FileKind } from '../files/store'
import { Prisma } from '../generated/prisma/client'
import { newId } from '../ids'
import type { TestOrganization } from './factories'
import { channelOf } from './order-desk'
import { addStockedProduct } from './stocked-product'

type Sample = (company: TestOrganization) => Promise<object>
type Fields = { [name: string]: unknown }

const asOwner = <T>({ organizationId }: TestOrganization, run: Parameters<typeof withOrganization<T>>[1]) =>
  withOrganization({ organizationId }, run)

const product = (company: TestOrganization) =>
  addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })

async function order(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, channelId] = [newId(), await channelOf(company)]
  const cents = { revenueCents: 0n, totalCents: 0n }
  const when = { placedAt: new Date(), localDay: new Date('2026-11-21') }
  const place = { platform: 'manual', channelId, outletId: channelId, status: 'pending', units: 1 } as const
  await asOwner(company, (db) =>
    db.order.create({ data: { organizationId, id, code: id, ...place, ...cents, ...when }, select: { id: true } }),
  )
  return id
}

async function expense(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const data = { id: newId(), description: 'Aluguel', amountCents: 100n, kind: 'fixed', dueOn: new Date() } as const
  await asOwner(company, (db) => db.expense.create({ data: { organizationId, ...data }, select: { id: true } }))
  return data.id
}

async function storedFile(company: TestOrganization, kind: FileKind): Promise<string> {
  const file = await writeFile(company.organizationId, Readable.from(['a']), 10)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await asOwner(company, (db) => recordFile(db, company.owner, file, { kind, name: 'a', expiresAt }))
  return file.id
}
export const storedPhoto = (company: TestOrganization) => storedFile(company, 'photo')

async function importIn(company: TestOrganization, state: 'ready' | 'done'): Promise<string> {
  const { organizationId } = company
  const [id, fileId] = [newId(), await storedFile(company, 'import')]
  const data = { fileId, fileName: 'a.xlsx', state, total: 1, options: { shopName: 'Loja' } }
  await asOwner(company, (db) => db.import.create({ data: { organizationId, id, ...data }, select: { id: true } }))
  return id
}

export const doneImport = (company: TestOrganization) => importIn(company, 'done')

const expenseFields = { description: 'Luz', amountCents: 100n, kind: 'fixed', dueOn: '2026-11-21', category: null }
const productFields = async (company: TestOrganization) => ({
  ...{ sku: newId(), title: 'Garrafa', priceCents: 100n, descriptionHtml: '', barcodes: [], shelfAddress: null },
  ...{ weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, minimumStock: null, costCents: 500n },
  photoFileId: await storedPhoto(company),
})

const session = async ({ owner }: TestOrganization): Promise<string> => {
  const id = newId()
  const expires = new Date(Date.now() + 3_600_000)
  await callGlobal(
    Prisma.sql`SELECT open_session(${id}::uuid, ${hashOf(newSessionSecret())}, ${owner.userId}::uuid, ${expires}, 'test', '127.0.0.1')`,
  )
  return id
}

/**
 * For every action that takes an id: an input that its company's owner may send, over records made for it alone. The test
 * of foreign ids puts another company's in the place of each id, one at a time.
 */
export const actionSamples: Record<string, Sample> = {
  'expense.mark': async (company) => ({ id: await expense(company), version: 1, status: 'paid' }),
  'expense.update': async (company) => ({ ...expenseFields, id: await expense(company), version: 1, paidOn: null }),
  'expense.void': async (company) => ({ id: await expense(company), version: 1 }),
  'import.cancel': async (company) => ({ importId: await importIn(company, 'ready') }),
  'import.confirm': async (company) => ({
    ...{ takeStock: false, leaveOutBadRows: false },
    importId: await importIn(company, 'ready'),
  }),
  'import.createProducts': async (company) => ({ importId: await doneImport(company) }),
  'order.changeStatus': async (company) => ({ id: await order(company), version: 1, to: 'confirmed' }),
  'order.place': async (company) => ({
    ...{ status: 'pending', customerName: null, note: null, seenTotalCents: null },
    channelId: await channelOf(company),
    lines: [{ productId: await product(company), quantity: 1 }],
  }),
  'product.archive': async (company) => ({ id: await product(company), version: 1 }),
  'product.create': async (company) => ({ ...(await productFields(company)), openingStock: 0 }),
  'product.restore': async (company) => ({ id: await product(company), version: 1 }),
  'product.update': async (company) => ({
    ...(await productFields(company)),
    id: await product(company),
    version: 1,
  }),
  'session.end': async (company) => ({ sessionId: await session(company) }),
  'stock.adjust': async (company) => ({
    ...{ how: 'change', units: 1, seenOnHand: 10, reason: 'Contagem' },
    productId: await product(company),
  }),
  switch: async ({ organizationId }) => ({ organizationId }),
}

type Json = { [key: string]: unknown }
const named = /^id$|Ids?$/

/** Where an input holds ids: fields of UUIDs, or called like an id. `lines.0.productId` stands for those of any line. */
export function idPaths(schema: z.ZodType): string[] {
  const paths = new Set<string>()
  const visit = (node: Json, path: string[]): void => {
    for (const part of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const branch of (node[part] as Json[] | undefined) ?? []) visit(branch, path)
    for (const [key, field] of Object.entries((node.properties as Json | undefined) ?? {}))
      visit(field as Json, [...path, key])
    if (node.items) visit(node.items as Json, [...path, '0'])
    const name = path.filter((part) => part !== '0').at(-1) ?? ''
    const isText = node.type === 'string'
    if (node.format === 'uuid' || (isText && named.test(name))) paths.add(path.join('.'))
  }
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...paths]
}

export const valueAt = (input: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], input)

export function withValueAt(input: object, path: string, value: unknown): object {
  const copy = structuredClone(input)
  const keys = path.split('.')
  const holder = valueAt({ copy }, ['copy', ...keys.slice(0, -1)].join('.')) as Fields
  holder[keys.at(-1)!] = value
  return copy
}
