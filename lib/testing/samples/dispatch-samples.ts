import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile, type FileKind } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>
type Wanted = { status?: 'confirmed' | 'cancelled'; invoiceState?: 'valid' | null; cancellationAsked?: boolean }

/** A marketplace's order of a shop that is not connected: what asks the platform comes as far as that. */
async function platformOrder({ organizationId, ...rest }: TestOrganization, wanted: Wanted = {}): Promise<string> {
  const shopId = await addShop({ organizationId, ...rest }, newId())
  const id = newId()
  const cents = { revenueCents: 0n, totalCents: 0n }
  const when = { placedAt: new Date(), localDay: new Date('2026-11-21') }
  const place = { platform: 'shopee', shopId, outletId: shopId, status: 'confirmed', units: 1 } as const
  await withOrganization({ organizationId }, (db) =>
    db.order.create({
      data: { organizationId, id, code: id, externalCode: id.toUpperCase(), ...place, ...cents, ...when, ...wanted },
      select: { id: true },
    }),
  )
  return id
}

async function invoice(company: TestOrganization, orderId: string | null = null): Promise<string> {
  const { organizationId } = company
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.fiscalDocument.create({ data: { organizationId, id, orderId, kind: 'nfe' }, select: { id: true } }),
  )
  return id
}

const selectionOf = async (company: TestOrganization) => ({ orderIds: [await platformOrder(company)] })

async function storedFile(company: TestOrganization, kind: FileKind): Promise<string> {
  const file = await writeFile(company.organizationId, Readable.from(['a']), 10)
  await withOrganization(company.owner, (db) => recordFile(db, company.owner, file, { kind, name: 'a.pdf' }))
  return file.id
}

export async function storedInvoice(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, fileId] = [await invoice(company), await storedFile(company, 'invoice')]
  await withOrganization({ organizationId }, (db) =>
    db.fiscalDocument.updateMany({ where: { organizationId, id }, data: { fileId } }),
  )
  return id
}

export async function labelledRun(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, fileId] = [await failedRun(company), await storedFile(company, 'label')]
  await withOrganization({ organizationId }, (db) =>
    db.dispatchRun.updateMany({ where: { organizationId, id }, data: { fileId } }),
  )
  return id
}

async function failedRun(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [runId, orderId] = [newId(), await platformOrder(company)]
  const problems = [{ code: orderId, subject: orderId, errorCode: 'unavailable', text: null }]
  await withOrganization({ organizationId }, (db) =>
    db.dispatchRun.create({
      data: {
        organizationId,
        id: runId,
        kind: 'labels',
        state: 'done',
        done: 1,
        total: 1,
        problems,
        input: { orderIds: [orderId], reprint: false },
      },
      select: { id: true },
    }),
  )
  return runId
}

async function matchable(company: TestOrganization) {
  const orderId = await platformOrder(company)
  return { documentId: await invoice(company), orderCode: orderId.toUpperCase() }
}

export const dispatchSamples: Record<string, Sample> = {
  'dispatch.choices': async (company) => ({ selection: await selectionOf(company) }),
  'dispatch.labels': async (company) => ({ selection: await selectionOf(company), reprint: false }),
  'dispatch.prepareDay': async (company) => ({
    selection: await selectionOf(company),
    papers: [{ shopId: await addShop(company, newId()), paper: 'a4' }],
  }),
  'dispatch.retry': async (company) => ({ runId: await failedRun(company) }),
  'dispatch.sendInvoices': async (company) => {
    const selection = await selectionOf(company)
    await invoice(company, selection.orderIds[0])
    return { selection }
  },
  'dispatch.ship': async (company) => {
    const none = { addressId: null, pickupTimeId: null, branchId: null, channelId: null, retry: false }
    const shopId = await addShop(company, newId())
    return { selection: await selectionOf(company), arrangements: [{ shopId, method: 'dropoff', ...none }] }
  },
  'invoice.cancelled': async (company) => ({
    orderId: await platformOrder(company, { status: 'cancelled', invoiceState: 'valid' }),
  }),
  'invoice.drop': async (company) => ({ documentId: await invoice(company) }),
  'invoice.match': matchable,
  'order.answerCancellation': async (company) => ({
    orderId: await platformOrder(company, { cancellationAsked: true }),
    accept: true,
  }),
  'order.cancelOnPlatform': async (company) => ({ orderId: await platformOrder(company), reason: 'CUSTOMER_REQUEST' }),
}
