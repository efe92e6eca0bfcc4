import { verifyCompanies } from '../harnesses/verified'
import { newId } from '@/lib/core/ids'
import { sanitizeDescription } from '@/lib/catalog/products/sanitize-description'
import { actionSamples } from '../samples/action-samples'
import { listActions, type ActionInSource } from '../harnesses/entries'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '../factories/factories'
import { textPaths, valueAt, withValueAt } from '../harnesses/id-paths'
import { dealTexts, isRefusedByShape } from '../samples/naughty-texts'
import { plainSamples } from '../samples/plain-samples'
import { anyInput } from '../harnesses/any-input'
import { isFullProfile, reportFigures } from '../harnesses/report-figures'
import { isKept, placesOf } from '../samples/text-places'
import { withoutLimits } from '../harnesses/without-limits'

const samples: Record<string, (company: TestOrganization) => Promise<object>> = { ...actionSamples, ...plainSamples }
/** Full form: every field of every action. In the default these, each of another kind. */
const CHOSEN = new Set([
  'product.create sku',
  'product.create title',
  'product.create descriptionHtml',
  'product.create barcodes.0',
  'order.note note',
  'order.place customerName',
  'order.place lines.0.productId',
  'expense.create category',
  'expense.create dueOn',
  'export.request query',
  'member.invite email',
  'account.setDisplayName displayName',
  'accessToken.create password',
  'webhook.create url',
  'sign-in email',
])
const isTried = (field: string) => isFullProfile || CHOSEN.has(field)
/** Changes to a text before it is stored. */
const KEPT_AS: Record<string, (text: string) => string> = { descriptionHtml: sanitizeDescription }
const fieldsOf = (action: string, ...paths: string[]) => paths.map((path) => `${action} ${path}`)
/** Taken and not kept as they are in this company. */
const UNREAD = [
  // Compared or hashed.
  ...['accessToken.create', 'account.erase', 'account.askEmailChange'].flatMap((name) => fieldsOf(name, 'password')),
  ...fieldsOf('account.changePassword', 'password', 'newPassword'),
  ...['organization.planDeletion', 'organization.takeAlong', 'organization.transfer'].flatMap((name) =>
    fieldsOf(name, 'password'),
  ),
  // Fields of a search, whose text is not stored.
  ...['bench.find', 'bench.product', 'return.find', 'count.enter'].flatMap((name) => fieldsOf(name, 'code')),
  ...fieldsOf('feeRule.preview', 'name'),
  ...fieldsOf('buyer.find', 'query'),
  // Read as a screen's filters, of which these texts are none.
  ...['export.request', 'savedView.change', 'savedView.save'].flatMap((name) => fieldsOf(name, 'query')),
  ...fieldsOf('count.open', 'query', 'skus.0'),
  // Names another company.
  ...fieldsOf('company', 'companyName'),
]
/** A stale caller would be refused whatever it sent. */
const STALE = /^(signedOut|organizationChanged|permissionDenied)$/

type Verdict = {
  accepted: number
  refused: number
  wrong: string[]
  kept: number
  fields: Set<string>
  unread: string[]
}
const verdict: Verdict = { accepted: 0, refused: 0, wrong: [], kept: 0, fields: new Set(), unread: [] }
const deal = dealTexts({ short: 2 })

let actions: ActionInSource[]
beforeAll(async () => void (actions = await listActions()))
afterAll(() =>
  reportFigures({
    accepted: verdict.accepted,
    refused: verdict.refused,
    unknown: 0,
    figures: [
      {
        what: 'unexpected errors, actions',
        found: String(verdict.wrong.length),
        wanted: '0',
        holds: verdict.wrong.length === 0,
      },
    ],
    notes: { 'fields of actions': verdict.fields.size, 'read back the same': verdict.kept },
  }),
)

type Answer = { ok: boolean; error?: string }
const request = (run: () => Promise<Answer>) =>
  withoutLimits(
    () => run().catch(asAnswer),
    ({ error }) => /^tooMany/.test(error ?? ''),
  )
const asAnswer = (error: unknown): Answer => {
  if (error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_')) return { ok: true }
  return { ok: false, error: `thrown: ${String(error)}` }
}

type Prepared = { company: TestOrganization; input: object }
/** A company with an input that its owner may send. */
async function prepare({ entry }: ActionInSource): Promise<Prepared> {
  const company = await createTestOrganization()
  const input = (await samples[entry!.name]?.(company)) ?? anyInput(entry!.schema)
  await signInAs(company.owner)
  return { company, input }
}

type Tried = { ok: boolean; wrong: string | null }

/** The result of an action for one text, and whether it is read back the same. */
async function tryText(
  { entry, run }: ActionInSource,
  { company, input }: Prepared,
  [path, text, places]: [path: string, text: string, places: string[]],
): Promise<Tried> {
  const sent = withValueAt(input, path, text)
  const { ok, error = '' } = await request(() => (entry!.right === null ? run(sent) : run(envelope(company), sent)))
  verdict[ok ? 'accepted' : 'refused']++
  if (error === 'unexpected' || error.startsWith('thrown')) verdict.wrong.push(`${about(entry, path, text)}: ${error}`)
  if (!ok || places.length === 0) return { ok, wrong: STALE.test(error) ? error : null }
  const parsed = valueAt(entry!.schema.parse(sent), path)
  const kept = KEPT_AS[path]?.(String(parsed)) ?? parsed
  const isSame = typeof kept !== 'string' || kept === '' || (await isKept(company.organizationId, places, kept))
  if (isSame) verdict.kept++
  return { ok, wrong: isSame ? null : `not read back in ${places.join(', ')}` }
}
const about = (entry: ActionInSource['entry'], path: string, text: string) =>
  `${entry!.name} ${path} ${JSON.stringify(text).slice(0, 80)}`

async function tryField(action: ActionInSource, path: string) {
  const { entry } = action
  let made = await prepare(action)
  // First a harmless text, which tells where the field is kept.
  const marker = `Marca ${newId().slice(-12)}`
  const { ok } = await tryText(action, made, [path, marker, []])
  const places = ok ? await placesOf(made.company.organizationId, marker) : []
  if (ok && places.length === 0) verdict.unread.push(`${entry!.name} ${path}`)
  let isNew = !ok
  let isOnceOnly = false
  for (const text of deal((text) => isRefusedByShape(entry!.schema, withValueAt(made.input, path, text)))) {
    const tryIt = () => tryText(action, made, [path, text, places])
    if (!isNew && isOnceOnly) [made, isNew] = [await prepare(action), true]
    let tried = await tryIt()
    if (!isNew && (!tried.ok || tried.wrong)) {
      // Earlier calls in this company may be the cause: a new one is tried.
      ;[made, isNew] = [await prepare(action), true]
      tried = await tryIt()
      isOnceOnly = tried.ok
    }
    if (tried.wrong) verdict.wrong.push(`${about(entry, path, text)}: ${tried.wrong}`)
    isNew &&= !tried.ok
  }
}

test(
  'every action takes every text and keeps it as it is, or refuses it',
  async () => {
    for (const action of actions)
      for (const path of textPaths(action.entry!.schema)) {
        const field = `${action.entry!.name} ${path}`
        if (!isTried(field)) continue
        verdict.fields.add(field)
        await tryField(action, path)
      }
    expect(verdict.wrong.slice(0, 30)).toEqual([])
    expect(verdict.unread.toSorted()).toEqual(UNREAD.filter(isTried).toSorted())
    expect(verdict.kept).toBeGreaterThan(isFullProfile ? 100 : 10)
    if (!isFullProfile) expect([...verdict.fields].toSorted()).toEqual([...CHOSEN].toSorted())
  },
  4 * 3_600_000,
)

// In full they are thousands.
if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }), 3_600_000)
