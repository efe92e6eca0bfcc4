import 'server-only'
import { Readable } from 'node:stream'
import { withOrganization, type Actor } from '@/lib/core/db'
import { keepLabelError } from '@/lib/sales/dispatch/label-error'
import { maxLabelBytes } from '@/lib/sales/dispatch/read-labels'
import type { LabelPaper, RunProblem } from '@/lib/sales/dispatch/schema'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { withShopToken } from '../../shops/tokens'
import { getTrackingNumber, type Parcel } from '@/lib/shopee/logistics'
import {
  createShippingDocument,
  getShippingDocumentParameter,
  getShippingDocumentResult,
} from '@/lib/shopee/shipping-documents'
import { fetchEach, downloadLabel, refusalOf, type Wanted } from './fetch-documents'
import { DispatchProblem, problemOf, reportProblems, type DispatchOrder, type PlatformOrder } from './dispatch-orders'
import { bindLabels } from './bind-labels'
import { keepTracking } from '../inbound/keep-tracking'
import { pauses } from './pauses'
import { refreshOrders } from './refresh-orders'
import { workRun } from './work-run'

/** The platform takes 50 at once. */
export const LABEL_CHUNK = 25
const RESULT_WAITS_MS = [0, 300, 700, 1000, 2000, 4000, 8000, 8000]
/** Buyers' data stands on it: no longer than a parcel may wait for its carrier. */
export const LABEL_DAYS = 15
/** A page of the platform's own layout, or the thermal kind, which may come as commands for a printer, in an archive. */
const wantedTypes: Record<LabelPaper, string> = {
  label: 'NORMAL_AIR_WAYBILL',
  a4: 'NORMAL_AIR_WAYBILL',
  zpl: 'THERMAL_AIR_WAYBILL',
}

/** Has the labels of a run's orders made, fetches them, and binds them into one file in picking order. */
export const makeLabels = (actor: Actor, runId: string): Promise<void> =>
  workRun(actor, runId, {
    chunk: LABEL_CHUNK,
    changes: false,
    passes: [(orders) => makeChunk(actor, orders)],
    finish: (run) => bindLabels(actor, run),
  })

/** The buyer is readable until the carrier has the parcel; a buyer hidden at the last read is requested once more. */
const isHidden = ({ buyer, buyerErasedAt }: DispatchOrder) =>
  buyerErasedAt === null && (!buyer || buyer.name === null || buyer.address === null)

/** Has the labels of these orders made and fetched; those that are at hand are used. */
export async function makeChunk(actor: Actor, orders: DispatchOrder[]): Promise<RunProblem[]> {
  await refreshOrders(actor, orders.filter(isHidden))
  const wanted: Wanted[] = []
  const problems = await reportProblems(orders, async (order) => {
    wanted.push(...(await planOrder(actor, order)))
  })
  for (const shopId of new Set(wanted.map(({ order }) => order.shopId)))
    problems.push(
      ...(await makeOfShop(
        actor,
        shopId,
        wanted.filter(({ order }) => order.shopId === shopId),
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
    wanted.push({ order, packageId: one.id, parcel, trackingNumber, wasRequested: one.labelState === 'asked' })
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
async function makeOfShop(actor: Actor, shopId: string, wanted: Wanted[]): Promise<RunProblem[]> {
  const problems: RunProblem[] = []
  const fail = async (one: Wanted, error: unknown) => {
    const { errorCode, text } = problemOf(error)
    problems.push({ code: nameOf(one), subject: one.order.id, errorCode, text })
    if (errorCode === 'labelNotReady') await noteRequested(actor, one)
    else await noteFailed(actor, one, keepLabelError(errorCode, text))
  }
  let open = wanted
  try {
    open = await requestLabels(actor, shopId, wanted, fail)
    for (const pauseMs of RESULT_WAITS_MS) {
      if (open.length === 0) break
      if (pauseMs > 0) await pauses.wait(pauseMs)
      open = await fetchReady(actor, shopId, open, fail)
    }
  } catch (error) {
    for (const one of open) await fail(one, error)
    return problems
  }
  for (const one of open) await fail(one, new DispatchProblem('labelNotReady'))
  return problems
}

type Fail = (one: Wanted, error: unknown) => Promise<void>

/** Which kind of label each is; answers those that the platform makes one for. */
export async function chooseKinds(actor: Actor, shopId: string, wanted: Wanted[], fail: Fail): Promise<Wanted[]> {
  const answers = await fetchEach(actor, shopId, wanted, (shop, requests) =>
    getShippingDocumentParameter(
      shop,
      requests.map(({ orderSn, packageNumber }) => ({ orderSn, packageNumber })),
    ),
  )
  const { organizationId } = actor
  const { labelPaper } = await withOrganization(actor, (db) =>
    db.shop.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: shopId } },
      select: { labelPaper: true },
    }),
  )
  const wantedType = wantedTypes[labelPaper]
  const possible: Wanted[] = []
  for (const { one, state: known, error } of answers) {
    const refusal = error ?? refusalOf(known)
    if (refusal) await fail(one, refusal)
    else {
      const isSelectable = known?.selectableTypes.includes(wantedType) ?? false
      possible.push({ ...one, documentType: isSelectable ? wantedType : (known?.suggestedType ?? wantedType) })
    }
  }
  return possible
}

/**
 * Answers the labels in the making. One requested before may be made by now: it is requested again only where it is
 * not.
 */
async function requestLabels(actor: Actor, shopId: string, wanted: Wanted[], fail: Fail): Promise<Wanted[]> {
  const possible = await chooseKinds(actor, shopId, wanted, fail)
  const before = possible.filter(({ wasRequested }) => wasRequested)
  const finished = before.length === 0 ? [] : await listFinished(actor, shopId, before)
  const made = await create(
    actor,
    shopId,
    possible.filter((one) => !finished.includes(one)),
    fail,
  )
  return [...finished, ...made]
}

async function listFinished(actor: Actor, shopId: string, wanted: Wanted[]): Promise<Wanted[]> {
  const answers = await fetchEach(actor, shopId, wanted, getShippingDocumentResult)
  return answers.flatMap(({ one, state }) =>
    state && refusalOf(state) === null && state.status === 'READY' ? [one] : [],
  )
}

/** Has labels made. Those that were asked for beside a refused one are asked for once more without it, or none of them is made. */
async function create(actor: Actor, shopId: string, wanted: Wanted[], fail: Fail): Promise<Wanted[]> {
  if (wanted.length === 0) return []
  const answers = await fetchEach(actor, shopId, wanted, createShippingDocument)
  const made: Wanted[] = []
  for (const { one, state, error } of answers) {
    const refusal = error ?? refusalOf(state)
    if (refusal) await fail(one, refusal)
    else made.push(one)
  }
  return made.length > 0 && made.length < wanted.length ? create(actor, shopId, made, fail) : made
}

/** Answers those that are not ready yet. */
export async function fetchReady(actor: Actor, shopId: string, open: Wanted[], fail: Fail): Promise<Wanted[]> {
  const answers = await fetchEach(actor, shopId, open, getShippingDocumentResult)
  const later: Wanted[] = []
  await Promise.all(
    answers.map(async ({ one, state, error }) => {
      try {
        const refusal = error ?? refusalOf(state)
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
async function fetchLabel(actor: Actor, wanted: Wanted) {
  const { order, packageId, trackingNumber } = wanted
  const { form, bytes } = await downloadLabel(actor, wanted)
  const { organizationId } = actor
  const file = await writeFile(organizationId, Readable.from([Buffer.from(bytes)]), maxLabelBytes)
  const expiresAt = new Date(Date.now() + LABEL_DAYS * 86_400_000)
  await withOrganization(actor, async (db) => {
    await recordFile(db, actor, file, { kind: 'label', name: `${order.externalCode}.${form}`, expiresAt })
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
const noteRequested = (actor: Actor, { packageId }: Wanted) =>
  withOrganization(actor, (db) =>
    db.package.updateMany({
      where: { organizationId: actor.organizationId, id: packageId, labelState: { not: 'ready' } },
      data: { labelState: 'asked', labelError: null, version: { increment: 1 } },
    }),
  )
