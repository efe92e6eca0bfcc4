import { newId } from './ids'
import { sanitizeDescription } from './products/sanitize-description'
import { actionSamples } from './testing/action-samples'
import { listActions, type FoundAction } from './testing/entries'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from './testing/factories'
import { textPaths, valueAt, withValueAt } from './testing/id-paths'
import { dealTexts } from './testing/naughty-texts'
import { plainSamples } from './testing/plain-samples'
import { anyInput } from './testing/any-input'
import { tellFigures } from './testing/tell-figures'
import { isKept, placesOf } from './testing/text-places'
import { withoutLimits } from './testing/without-limits'

const samples: Record<string, (company: TestOrganization) => Promise<object>> = { ...actionSamples, ...plainSamples }
/** What is made of a text before it is kept. */
const KEPT_AS: Record<string, (text: string) => string> = { descriptionHtml: sanitizeDescription }
const fieldsOf = (action: string, ...paths: string[]) => paths.map((path) => `${action} ${path}`)
/** Taken and not kept as they are in this company. */
const UNREAD = [
  // Compared or hashed.
  ...['accessToken.create', 'account.erase', 'account.askEmailChange'].flatMap((name) => fieldsOf(name, 'password')),
  ...fieldsOf('account.changePassword', 'password', 'newPassword'),
  ...['organization.planDeletion', 'organization.transfer'].flatMap((name) => fieldsOf(name, 'password')),
  // Looked for, or only reckoned with.
  ...['bench.find', 'return.find', 'count.enter'].flatMap((name) => fieldsOf(name, 'code')),
  ...fieldsOf('feeRule.preview', 'name'),
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
  asked: Set<string>
  unread: string[]
}
const verdict: Verdict = { accepted: 0, refused: 0, wrong: [], kept: 0, asked: new Set(), unread: [] }
const deal = dealTexts({ short: 2 })

let actions: FoundAction[]
beforeAll(async () => void (actions = await listActions()))
afterAll(() =>
  tellFigures({
    ...{ accepted: verdict.accepted, refused: verdict.refused, unknown: 0 },
    figures: [
      {
        what: 'errors nobody foresaw, actions',
        found: String(verdict.wrong.length),
        wanted: '0',
        holds: verdict.wrong.length === 0,
      },
    ],
    notes: { 'fields of actions': verdict.asked.size, 'read back the same': verdict.kept },
  }),
)

type Answer = { ok: boolean; error?: string }
const ask = (run: () => Promise<Answer>) =>
  withoutLimits(
    () => run().catch(asAnswer),
    ({ error }) => /^tooMany/.test(error ?? ''),
  )
const asAnswer = (error: unknown): Answer => {
  if (error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_')) return { ok: true }
  return { ok: false, error: `thrown: ${String(error)}` }
}

/** A company with an input that its owner may send. */
async function prepare({ entry }: FoundAction) {
  const company = await createTestOrganization()
  const input = (await samples[entry!.name]?.(company)) ?? anyInput(entry!.schema)
  await signInAs(company.owner)
  return { company, input }
}

async function tryField(action: FoundAction, path: string, texts: string[]): Promise<string[]> {
  const { entry, run } = action
  const wrong: string[] = []
  let places: string[] = []
  let made = await prepare(action)
  // First a harmless text, which tells where the field is kept.
  const marker = `Marca ${newId().slice(-12)}`
  for (const text of [marker, ...texts]) {
    const { company } = made
    const input = withValueAt(made.input, path, text)
    const answer = await ask(() => (entry!.right === null ? run(input) : run(envelope(company), input)))
    const about = `${entry!.name} ${path} ${JSON.stringify(text).slice(0, 80)}`
    if (
      !answer.ok &&
      (answer.error === 'unexpected' || answer.error!.startsWith('thrown') || STALE.test(answer.error!))
    )
      wrong.push(`${about}: ${answer.error}`)
    verdict[answer.ok ? 'accepted' : 'refused']++
    if (!answer.ok) continue
    if (text === marker) {
      places = await placesOf(company.organizationId, marker)
      if (places.length === 0) verdict.unread.push(`${entry!.name} ${path}`)
    }
    if (text !== marker && places.length > 0) {
      const parsed = valueAt(entry!.schema.parse(input), path)
      const kept = KEPT_AS[path]?.(String(parsed)) ?? parsed
      const isSame = typeof kept !== 'string' || kept === '' || (await isKept(company.organizationId, places, kept))
      if (isSame) verdict.kept++
      else wrong.push(`${about}: not read back in ${places.join(', ')}`)
    }
    made = await prepare(action)
  }
  return wrong
}

test(
  'every action takes every text and keeps it as it is, or refuses it',
  async () => {
    for (const action of actions)
      for (const path of textPaths(action.entry!.schema)) {
        verdict.asked.add(`${action.entry!.name} ${path}`)
        verdict.wrong.push(...(await tryField(action, path, deal())))
      }
    expect(verdict.wrong.slice(0, 30)).toEqual([])
    expect(verdict.unread.toSorted()).toEqual(UNREAD.toSorted())
    expect(verdict.kept).toBeGreaterThan(100)
  },
  4 * 3_600_000,
)
