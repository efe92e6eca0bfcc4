import { actionSamples } from '@/lib/testing/samples/action-samples'
import { oneOfEachDomain } from '@/lib/testing/harnesses/chosen'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { listActions, type ActionInSource } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { plainSamples } from '@/lib/testing/samples/plain-samples'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const named = (where: string, names: string[]) => Object.fromEntries(names.map((name) => [name, where]))
const samples = { ...actionSamples, ...plainSamples }

/** Nothing of the company changes, or the change is recorded elsewhere. */
const NONE: Record<string, string> = {
  'accept-waiting': 'a present member changes nothing by it',
  'bench.next': 'notes which screen shows the parcel, whose packing is recorded',
  'buyer.find': 'reads',
  'count.enter': 'each entry of a count is a row of its own, with person and time; booking them is recorded',
  'count.undo': 'as count.enter',
  'dispatch.choices': 'reads',
  'feeRule.check': 'asks for a look at the rules, which changes them only where a person adopts one',
  'feeRule.preview': 'reads',
  'listing.decideArticle': 'a preview changes neither listing nor product; making the products is recorded',
  'listing.draftProducts': 'as listing.decideArticle',
  'listing.fillSkus': 'as listing.decideArticle',
  'notification.markRead': 'the read mark is a person’s own',
  'setupGuide.setHidden': 'whether a person sees the guide is their own',
  'notification.setPreference': 'the channels are a person’s own',
  'photo.upload': 'a file without a record yet; the record that takes it is recorded',
  'product.previewCost': 'reads',
  'product.previewCosts': 'reads',
  'import.previewMove': 'reads',
  'return.disputeReasons': 'reads',
  'shop.test': 'calls the platform; a changed end of its grant is recorded in lib/connect/sync',
}
/** Changes several records at once: one entry each. */
const SEVERAL: Record<string, string[]> = {
  'expense.endSeries': ['expense.seriesEnded', 'expense.voided', 'expense.voided'],
  'expense.update': ['expense.updated', 'expense.updated', 'expense.updated'],
  'expense.void': ['expense.voided', 'expense.voided', 'expense.voided'],
  'import.confirm': ['import.confirmed', 'shop.created'],
  'proposal.confirm': ['expense.created', 'proposal.confirmed'],
  'purchase.close': ['expense.voided', 'purchase.cancelled'],
  'purchase.send': ['expense.created', 'purchase.sent'],
}
/** Not walked here: actions without a member yet, those that need a provider or an app, and those that only read. */
const ELSEWHERE: Record<string, string> = {
  ...named('lib/identity/organizations/invitations', ['accept', 'join']),
  decline: 'lib/identity/organizations/invitation-ends',
  ...named('lib/identity/auth/sign-up', ['register', 'confirm', 'company', 'sign-out']),
  ...named('lib/identity/auth/sign-in', ['sign-in']),
  ...named('lib/identity/auth/passwords/passwords', ['reset-password']),
  ...named('lib/identity/auth/email-change/email-change', ['confirm-email-change']),
  ...named('lib/identity/auth/two-factor', [
    'second-step',
    'secondStep.confirm',
    'secondStep.renewCodes',
    'secondStep.turnOff',
  ]),
  ...named('lib/identity/auth/google/link', ['google.unlink']),
  ...named('lib/connect/drive/drive', ['drive.chooseFolder', 'drive.createFolder']),
  ...named('sends an email, and changes nothing', ['ask-reset', 'resend', 'account.resendEmailChange']),
  ...named('sends the browser to Google; the return is recorded', ['google', 'google.link', 'drive.connect']),
  'drive.testFolder': 'changes nothing but when the folder was last seen to work',
  'secondStep.start': 'a secret that protects nothing until it is confirmed',
  preferences: 'language and theme are a person’s own',
  'bench.find': 'reads, and notes which screen shows the parcel',
  'bench.product': 'reads',
  'return.find': 'reads',
}
/**
 * Calls to the platform or a provider, which is missing here; tests of their own hold that their changes are recorded.
 */
const BEYOND: Record<string, string> = {
  'order.answerCancellation': 'shopNotConnected',
  'order.cancelOnPlatform': 'shopNotConnected',
  'return.answer': 'shopNotConnected',
  'return.disputeReasons': 'shopNotConnected',
  'shop.authorize': 'authorizationStartFailed',
  'shop.test': 'shopNotConnected',
}
/**
 * A booking goes batch by batch in transactions of its own, and booked batches stay: one that ends before its entry is
 * left `booking` and goes on with `count.resume`, whose last transaction closes the count and records it.
 */
const IN_STEPS = ['count.book', 'count.resume']
const isRecorded = (name: string) => !(name in NONE) && !(name in BEYOND)
const areaOf = (name: string) => name.split('.')[0]
const whole = Object.keys(samples).filter((name) => isRecorded(name) && !IN_STEPS.includes(name))
/** Each refusal is looked at over the whole company, which takes its time: one action of each area, or with EVERY_FAULT=1 every one. */
const refused = whole.filter(
  (name) => process.env.EVERY_FAULT || whole.find((other) => areaOf(other) === areaOf(name)) === name,
)

/** A refused order takes its number all the same. */
const markOf = async (organizationId: string) => ({ ...(await fingerprint(organizationId)), order_number: 'gaps' })

let actions: ActionInSource[]
beforeAll(async () => void (actions = await listActions()))

const rows = (organizationId: string) =>
  inspect<{ id: string; event: string; subject: string }>(
    organizationId,
    `SELECT id, event, subject_kind || ':' || subject_id AS subject FROM audit_event WHERE organization_id = current_organization()`,
  )

test('the exceptions are of actions that are there', () => {
  const names = [NONE, SEVERAL, BEYOND].flatMap((list) => Object.keys(list))
  expect(names.filter((name) => !(name in samples))).toEqual([])
})

test('every action is walked, or named with who looks at it instead', () => {
  const walked = [...Object.keys(samples), ...Object.keys(ELSEWHERE)]
  expect(walked.toSorted()).toEqual(actions.map(({ entry }) => entry!.name).toSorted())
})

// Full form: every action. In the default one of each domain stands for the others.
const tried = isFullProfile ? Object.keys(samples) : oneOfEachDomain(Object.keys(samples))

test.each(tried)('%s is recorded once, for each record that it changes, or does not happen', async (name) => {
  const { run, entry } = actions.find((action) => action.entry!.name === name)!
  const company = await createTestOrganization()
  const { organizationId } = company
  const input = await samples[name]!(company)
  await signInAs(company.owner)
  const call = () => (entry!.right === null ? run(input) : run(envelope(company), input))
  if (refused.includes(name)) {
    const mark = await markOf(organizationId)
    await withOwner((owner) => owner.query('ALTER TABLE audit_event ADD CONSTRAINT unrecorded CHECK (false) NOT VALID'))
    const answer = await call()
    await withOwner((owner) => owner.query('ALTER TABLE audit_event DROP CONSTRAINT unrecorded'))
    expect({ name, ok: answer.ok }).toEqual({ name, ok: false })
    expect(await markOf(organizationId)).toEqual(mark)
  }
  const before = new Set((await rows(organizationId)).map(({ id }) => id))
  const answer = await call()
  const added = (await rows(organizationId)).filter(({ id }) => !before.has(id))
  expect({ name, error: answer.error }).toEqual({ name, error: BEYOND[name] })
  expect(new Set(added.map(({ subject }) => subject)).size).toBe(added.length)
  const events = added.map(({ event }) => event)
  expect(events.toSorted()).toEqual(SEVERAL[name] ?? (isRecorded(name) ? [expect.any(String)] : []))
})
