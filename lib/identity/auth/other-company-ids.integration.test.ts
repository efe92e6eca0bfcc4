import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { newId } from '@/lib/core/ids'
import { avatar, listExport } from '@/lib/testing/samples/account-samples'
import { actionSamples, doneImport, readySheet, sheetIn, storedPhoto } from '@/lib/testing/samples/action-samples'
import { agentPack, agentReport, agentResult } from '@/lib/testing/samples/agent-samples'
import { closedManifest, storedEvidence } from '@/lib/testing/samples/packing-samples'
import { attachedProof } from '@/lib/testing/samples/case-samples'
import { labelledRun, storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { expenseWithReceipt } from '@/lib/testing/samples/expense-samples'
import { moneyFileIn } from '@/lib/testing/samples/money-samples'
import { sentOrder } from '@/lib/testing/samples/order-samples'
import { idPaths, valueAt, withValueAt } from '@/lib/testing/harnesses/id-paths'
import { listActions, listRoutes, type ActionInSource } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { addShop } from '@/lib/testing/factories/sales'
import { exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { oneOfEachDomain } from '@/lib/testing/harnesses/chosen'

/** Ids that name no record: what they open is decided by something else in the input. */
const NO_RECORD: Record<string, string[]> = {
  company: ['key'],
  // A screen's own id, and parcels that it puts off.
  'bench.find': ['screenId'],
  'bench.next': ['screenId', 'skipped.0'],
  'dispatch.ship': ['channelId', 'addressId', 'pickupTimeId', 'branchId'].map((name) => `arrangements.0.${name}`),
  'shop.create': ['externalShopId'],
  'shop.update': ['externalShopId'],
}

/** A refused order takes its number all the same: numbers have gaps (decision 006). */
const markOf = async ({ organizationId }: TestOrganization) => ({
  ...(await fingerprint(organizationId)),
  order_number: 'gaps',
})

/** Missing records are no fault here: unknown ids are skipped, or answered each by itself. */
const SILENT = ['notification.markRead', 'order.changeStatuses']

/** Where the platform is asked, which is not there: what its own record meets after it was found. */
const BEYOND: Record<string, string> = {
  'order.answerCancellation': 'shopNotConnected',
  'order.cancelOnPlatform': 'shopNotConnected',
  'return.answer': 'shopNotConnected',
  'return.disputeReasons': 'shopNotConnected',
  'shop.authorize': 'authorizationStartFailed',
  'shop.test': 'shopNotConnected',
}

/** The answers for a missing record. */
const NOT_THERE = /^(notFound|skuNotFound|invitationUsed|manifestChanged)$/

let actions: ActionInSource[]
beforeAll(async () => void (actions = await listActions()))

const counted = { tried: 0, refused: 0, passedOver: 0 }
afterAll(() =>
  reportFigures({
    refused: counted.refused,
    figures: [exactly('foreign ids that led somewhere', counted.tried - counted.refused - counted.passedOver, 0)],
    notes: { 'foreign ids passed over in a list': counted.passedOver },
  }),
)

const pathsOf = ({ entry }: ActionInSource) =>
  idPaths(entry!.schema).filter((path) => !NO_RECORD[entry!.name]?.includes(path))
const call = ({ entry, run }: ActionInSource, organization: TestOrganization, input: object) =>
  entry!.right === null ? run(input) : run(envelope(organization), input)

test('every action that takes an id has a sample, and no sample is left of an action that is gone', () => {
  const taking = actions.filter((action) => pathsOf(action).length > 0).map(({ entry }) => entry!.name)
  expect(taking.length).toBeGreaterThan(10)
  expect(Object.keys(actionSamples).toSorted()).toEqual(taking.toSorted())
})

// Full form: every action. In the default one of each domain stands for the others.
const tried = isFullProfile ? Object.keys(actionSamples) : oneOfEachDomain(Object.keys(actionSamples))

test.each(tried)('%s finds nothing under an id of another organization, and changes neither', async (name) => {
  const action = actions.find(({ entry }) => entry!.name === name)!
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  const [own, their] = [await actionSamples[name]!(mine), await actionSamples[name]!(theirs)]
  await signInAs(mine.owner)
  const before = [await markOf(mine), await markOf(theirs)]
  for (const path of pathsOf(action)) {
    const id = valueAt(their, path)
    expect({ path, id }).toEqual({ path, id: expect.any(String) })
    for (const [whose, given] of [
      ['foreign', id],
      ['an unknown one', newId()],
    ]) {
      const answer = await call(action, mine, withValueAt(own, path, given))
      counted.tried += 1
      if (SILENT.includes(name) && answer.ok) {
        counted.passedOver += 1
        continue
      }
      if (NOT_THERE.test(answer.error ?? '')) counted.refused += 1
      expect({ path, whose, answer }).toEqual({
        path,
        whose,
        answer: expect.objectContaining({ ok: false, error: expect.stringMatching(NOT_THERE) }),
      })
    }
  }
  expect([await markOf(mine), await markOf(theirs)]).toEqual(before)
  // With its own ids the same input passes: nothing but the id was refused.
  const beyond = BEYOND[name]
  const passed = beyond ? { ok: false, error: beyond, data: null } : { ok: true, data: null }
  expect({ ...(await call(action, mine, own)), data: null }).toEqual(passed)
})

/** For every route with an id: one that opens for its company's owner. */
const routeSamples: Record<string, (company: TestOrganization) => Promise<string>> = {
  'GET /api/avatars/[id]': avatar,
  'GET /api/cases/proofs/[id]': attachedProof,
  'GET /api/dispatch/evidence/[id]': storedEvidence,
  'GET /api/dispatch/invoices/[id]': storedInvoice,
  'GET /api/dispatch/manifests/[id]': closedManifest,
  'GET /api/dispatch/runs/[id]': labelledRun,
  'GET /api/dispatch/runs/[id]/labels': labelledRun,
  'GET /api/dispatch/runs/[id]/manifest': labelledRun,
  'GET /api/expenses/[id]/receipt': expenseWithReceipt,
  'GET /api/exports/[id]': (company) => listExport(company, 'done'),
  'GET /api/exports/[id]/progress': (company) => listExport(company, 'waiting'),
  'GET /api/files/[id]': storedPhoto,
  'GET /api/imports/[id]': doneImport,
  'GET /api/imports/[id]/failed-rows': doneImport,
  'GET /api/imports/[id]/unread': doneImport,
  'GET /api/mapping/runs/[id]': readySheet,
  'GET /api/manus/packs/[id]': agentPack,
  'GET /api/manus/reports/[id]': agentReport,
  'GET /api/manus/results/[id]': agentResult,
  'GET /api/money-files/[id]': (company) => moneyFileIn(company),
  'GET /api/money-files/[id]/failed-rows': (company) => moneyFileIn(company),
  'GET /api/money-files/[id]/unread': (company) => moneyFileIn(company),
  'GET /api/privacy/buyers/[id]': sentOrder,
  'GET /api/sheets/[id]/failed-rows': sheetIn,
  'GET /api/shops/[id]/master': (company) => addShop(company, newId()),
  'GET /api/shops/[id]/listing-updates': (company) => addShop(company, newId()),
}

test('every route that takes an id has a sample, and answers 404 to another organization’s', async () => {
  const routes = (await listRoutes()).filter(({ name }) => name.includes('[id]'))
  expect(routes.map(({ name }) => name).toSorted()).toEqual(Object.keys(routeSamples).toSorted())
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  await signInAs(mine.owner)
  const cases: { name: string; statusOf: (id: string) => Promise<number>; own: string; theirs: string }[] = []
  for (const { name, handle } of routes) {
    const statusOf = async (id: string) => {
      const answer = await handle(new Request('http://localhost:3000/'), { params: Promise.resolve({ id }) })
      await answer.body?.cancel()
      return answer.status
    }
    cases.push({ name, statusOf, own: await routeSamples[name]!(mine), theirs: await routeSamples[name]!(theirs) })
  }
  const before = [await markOf(mine), await markOf(theirs)]
  for (const { name, statusOf, theirs } of cases) {
    const statuses = [await statusOf(theirs), await statusOf(newId()), await statusOf('1')]
    counted.tried += 3
    counted.refused += statuses.filter((status) => status === 404).length
    expect({ name, statuses }).toEqual({ name, statuses: [404, 404, 404] })
  }
  expect([await markOf(mine), await markOf(theirs)]).toEqual(before)
  for (const { name, statusOf, own } of cases) expect({ name, own: await statusOf(own) }).toEqual({ name, own: 200 })
})

if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))
