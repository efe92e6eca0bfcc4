import 'server-only'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization, type Actor } from '../db'
import { keepLabelError } from '../dispatch/label-error'
import { countLabelPages, maxLabelBytes } from '../dispatch/read-labels'
import type { RunProblem, RunProblemCode } from '../dispatch/schema'
import { recordFile, writeFile } from '../files/store'
import { withShopToken } from '../shops/tokens'
import { bareCode } from '../shopee/error-codes'
import { getTrackingNumber, type Parcel } from '../shopee/logistics'
import {
  createShippingDocument,
  downloadShippingDocument,
  getShippingDocumentParameter,
  getShippingDocumentResult,
  type DocumentState,
} from '../shopee/shipping-documents'
import { DispatchProblem, problemOf, tellProblems, type DispatchOrder, type PlatformOrder } from './dispatch-orders'
import { bindLabels } from './bind-labels'
import { keepTracking } from './keep-tracking'
import { workRun } from './work-run'

/** The platform takes 50 at once. */
const CHUNK = 25
const RESULT_WAITS_MS = [300, 700, 1000, 2000, 4000, 8000, 8000]
/** Buyers' data stands on it: no longer than a parcel may wait for its carrier. */
export const LABEL_DAYS = 15
/** A page of the platform's own layout; the thermal kinds come as zip archives. */
const WANTED_TYPE = 'NORMAL_AIR_WAYBILL'

/** Has the labels of a run's orders made, fetches them, and binds them into one file in picking order. */
export const makeLabels = (actor: Actor, runId: string, waitsMs = RESULT_WAITS_MS): Promise<void> =>
  workRun(actor, runId, {
    chunk: CHUNK,
    changes: false,
    work: (orders) => makeChunk(actor, orders, waitsMs),
    finish: (run) => bindLabels(actor, run),
  })

export type Wanted = {
  order: PlatformOrder
  packageId: string
  parcel: Parcel
  trackingNumber: string
  documentType?: string
}

async function makeChunk(actor: Actor, orders: DispatchOrder[], waitsMs: number[]): Promise<RunProblem[]> {
  const wanted: Wanted[] = []
  const problems = await tellProblems(orders, async (order) => {
    wanted.push(...(await planOrder(actor, order)))
  })
  for (const shopId of new Set(wanted.map(({ order }) => order.shopId)))
    problems.push(
      ...(await makeOfShop(
        actor,
        shopId,
        wanted.filter(({ order }) => order.shopId === shopId),
        waitsMs,
      )),
    )
  return problems
}

/** The parcels that have no label at hand, each with the number that its label will show. */
async function planOrder(actor: Actor, order: PlatformOrder): Promise<Wanted[]> {
  if (order.fulfilledByPlatform) throw new DispatchProblem('platformShips')
  if (order.status === 'cancelled') throw new DispatchProblem('cancelled')
  if (order.cancellationAsked) throw new DispatchProblem('cancellationAsked')
  if (order.status !== 'confirmed' && order.status !== 'processing') throw new DispatchProblem('alreadyShipped')
  if (order.packages.length === 0) throw new DispatchProblem('notReady')
  const wanted: Wanted[] = []
  for (const one of order.packages) {
    if (one.labelState === 'ready' && one.labelFileId !== null && (await isKept(actor, one.labelFileId))) continue
    const parcel = { orderSn: order.externalCode, packageNumber: order.packages.length > 1 ? one.number : null }
    const trackingNumber = one.trackingNumber ?? (await learnTracking(actor, order, one.id, parcel))
    wanted.push({ order, packageId: one.id, parcel, trackingNumber })
  }
  return wanted
}

async function isKept(actor: Actor, fileId: string): Promise<boolean> {
  const { organizationId } = actor
  const file = await withOrganization(actor, (db) =>
    db.storedFile.findUnique({
      where: { organizationId_id: { organizationId, id: fileId } },
      select: { expiresAt: true },
    }),
  )
  return file !== null && (file.expiresAt === null || file.expiresAt > new Date())
}

async function learnTracking(actor: Actor, order: PlatformOrder, packageId: string, parcel: Parcel): Promise<string> {
  const { data } = await withShopToken(actor, order.shopId, (shop) => getTrackingNumber(shop, parcel))
  const { trackingNumber } = data
  if (!trackingNumber) throw new DispatchProblem('trackingPending', data.hint)
  return keepTracking(actor, { packageId, orderId: order.id }, trackingNumber)
}

const nameOf = ({ parcel }: Wanted) => parcel.orderSn
const isOf = (state: DocumentState, { parcel }: Wanted) =>
  state.orderSn === parcel.orderSn && (parcel.packageNumber === null || state.packageNumber === parcel.packageNumber)

async function makeOfShop(actor: Actor, shopId: string, wanted: Wanted[], waitsMs: number[]): Promise<RunProblem[]> {
  const problems: RunProblem[] = []
  const fail = async (one: Wanted, error: unknown) => {
    const { errorCode, text } = problemOf(error)
    problems.push({ code: nameOf(one), subject: one.order.id, errorCode, text })
    if (errorCode === 'labelNotReady') await noteAsked(actor, one)
    else await noteFailed(actor, one, keepLabelError(errorCode, text))
  }
  let open = wanted
  try {
    open = await askForLabels(actor, shopId, wanted, fail)
    for (const pauseMs of waitsMs) {
      if (open.length === 0) break
      open = await fetchReady(actor, shopId, open, fail)
      if (open.length > 0) await wait(pauseMs)
    }
  } catch (error) {
    for (const one of open) await fail(one, error)
    return problems
  }
  for (const one of open) await fail(one, new DispatchProblem('labelNotReady'))
  return problems
}

type Fail = (one: Wanted, error: unknown) => Promise<void>

/** The refusals that have words of ours, by the platform's code. */
const refusals: Partial<Record<string, RunProblemCode>> = {
  package_can_not_print: 'labelNotNow',
  shipping_document_should_print_first: 'labelNotNow',
  package_print_failed: 'labelNotNow',
  order_status_error: 'labelOrderState',
  tracking_number_invalid: 'labelTracking',
  invalid_address_version: 'labelAddress',
  can_not_print_combine_order: 'labelElsewhere',
  can_not_print_jit_order: 'labelElsewhere',
  error_booking_order: 'labelElsewhere',
  package_number_not_found: 'labelUnknownPackage',
  package_number_not_exist: 'labelUnknownPackage',
  order_not_exist: 'labelUnknownPackage',
}

function refusalOf(state: DocumentState | undefined): DispatchProblem | null {
  if (!state?.failure) return null
  const { code, text } = state.failure
  return new DispatchProblem(refusals[bareCode(code)] ?? 'labelRefused', text || code)
}

/** Which kind of label each is; answers those that the platform makes one for. */
export async function chooseKinds(actor: Actor, shopId: string, wanted: Wanted[], fail: Fail): Promise<Wanted[]> {
  const kinds = await withShopToken(actor, shopId, (shop) =>
    getShippingDocumentParameter(
      shop,
      wanted.map(({ parcel }) => parcel),
    ),
  )
  const possible: Wanted[] = []
  for (const one of wanted) {
    const known = kinds.read.find(({ data }) => isOf(data, one))?.data
    const refusal = refusalOf(known)
    if (refusal) await fail(one, refusal)
    else {
      const isSelectable = known?.selectableTypes.includes(WANTED_TYPE) ?? false
      possible.push({ ...one, documentType: isSelectable ? WANTED_TYPE : (known?.suggestedType ?? WANTED_TYPE) })
    }
  }
  return possible
}

/** Answers those that are being made. */
async function askForLabels(actor: Actor, shopId: string, wanted: Wanted[], fail: Fail): Promise<Wanted[]> {
  const possible = await chooseKinds(actor, shopId, wanted, fail)
  if (possible.length === 0) return []
  const asked = await withShopToken(actor, shopId, (shop) => createShippingDocument(shop, possible.map(requestOf)))
  const made: Wanted[] = []
  for (const one of possible) {
    const refusal = refusalOf(asked.read.find(({ data }) => isOf(data, one))?.data)
    if (refusal) await fail(one, refusal)
    else made.push(one)
  }
  return made
}

const requestOf = ({ parcel, trackingNumber, documentType }: Wanted) => ({ ...parcel, trackingNumber, documentType })

/** Answers those that are not ready yet. */
export async function fetchReady(actor: Actor, shopId: string, open: Wanted[], fail: Fail): Promise<Wanted[]> {
  const states = await withShopToken(actor, shopId, (shop) => getShippingDocumentResult(shop, open.map(requestOf)))
  const later: Wanted[] = []
  await Promise.all(
    open.map(async (one) => {
      const state = states.read.find(({ data }) => isOf(data, one))?.data
      try {
        const refusal = refusalOf(state)
        if (refusal) throw refusal
        if (state?.status === 'FAILED') throw new DispatchProblem('labelRefused')
        if (state?.status === 'READY') await fetchLabel(actor, one)
        else later.push(one)
      } catch (error) {
        await fail(one, error)
      }
    }),
  )
  return later
}

/** One parcel a call, so that no label can be taken for another's. */
async function fetchLabel(actor: Actor, { order, packageId, parcel, trackingNumber, documentType }: Wanted) {
  const { bytes } = await withShopToken(actor, order.shopId, (shop) =>
    downloadShippingDocument(shop, [parcel], documentType),
  )
  if ((await countLabelPages(bytes)) === null) throw new DispatchProblem('labelUnreadable')
  const { organizationId } = actor
  const file = await writeFile(organizationId, Readable.from([bytes]), maxLabelBytes)
  const expiresAt = new Date(Date.now() + LABEL_DAYS * 86_400_000)
  await withOrganization(actor, async (db) => {
    await recordFile(db, actor, file, { kind: 'label', name: `${order.externalCode}.pdf`, expiresAt })
    // A number that has changed meanwhile makes this label one of the past.
    await db.package.updateMany({
      where: { organizationId, id: packageId, trackingNumber },
      data: { labelState: 'ready', labelFileId: file.id, labelError: null, version: { increment: 1 } },
    })
  })
}

export const noteFailed = (actor: Actor, { packageId }: Wanted, labelError: string) =>
  withOrganization(actor, (db) =>
    db.package.updateMany({
      where: { organizationId: actor.organizationId, id: packageId },
      data: { labelState: 'failed', labelError, version: { increment: 1 } },
    }),
  )

/** The platform goes on making it, and says when it is done. */
const noteAsked = (actor: Actor, { packageId }: Wanted) =>
  withOrganization(actor, (db) =>
    db.package.updateMany({
      where: { organizationId: actor.organizationId, id: packageId, labelState: { not: 'ready' } },
      data: { labelState: 'asked', labelError: null, version: { increment: 1 } },
    }),
  )
