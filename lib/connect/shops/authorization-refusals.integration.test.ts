import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { switchOrganizationAction } from '@/lib/identity/auth/actions'
import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { cookies } from '@/lib/testing/fakes/next-headers'
import {
  begin,
  confirm,
  connectShop,
  failureOf,
  openShopHarness,
  saveShop,
  stateOf,
} from '@/lib/testing/harnesses/shop-harness'
import { drawnFrom, exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'

const { platform } = openShopHarness()
const EACH = isFullProfile ? 25 : 1
const random = randomFrom(Number(drawnFrom))

/** A company, and the way back from the platform's page to a shop of theirs that waits to be connected. */
type Wait = { mine: TestOrganization; theirs: TestOrganization; id: string; number: number; back: URL }

async function waitForAnswer(): Promise<Wait> {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  await signInAs(mine.owner)
  const { id, number } = await saveShop(mine)
  return { mine, theirs, id, number, back: await confirm(await begin(mine, id), number) }
}

const withState = (back: URL, state: string | null) => {
  const changed = new URL(back)
  if (state === null) changed.searchParams.delete('state')
  else changed.searchParams.set('state', state)
  return changed
}

/** One letter of it is another one. */
function spoil(state: string): string {
  const at = random.between(0, state.length - 1)
  return state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1)
}

/** Calls of the other company's owner meanwhile, in a browser of their own. */
async function asTheirs<T>(theirs: TestOrganization, run: () => Promise<T>): Promise<T> {
  const jar = await cookies()
  const { name, value } = jar.getAll()[0]!
  await signInAs(theirs.owner)
  const done = await run()
  jar.set(name, value)
  return done
}

/** Their state in one's own answer: begun there, for a shop of the same number. */
const stateOfTheirs = ({ theirs, number }: Wait) =>
  asTheirs(theirs, async () => {
    const shop = await saveShop(theirs, number)
    return stateOf(await begin(theirs, shop.id))
  })

async function joinTheirs({ mine, theirs: { organizationId } }: Wait) {
  const userId = mine.owner.userId!
  await withOrganization({ organizationId }, (db) =>
    db.membership.create({ data: { organizationId, userId, role: 'owner' }, select: { userId: true } }),
  )
  await switchOrganizationAction({ organizationId })
}

/** Faults of the answer, with their name and refusal. The signed-in user follows the address. */
const wrongs: Record<string, [string, (wait: Wait) => Promise<URL>]> = {
  'no state': ['shopStateMissing', async ({ back }) => withState(back, null)],
  'an empty state': ['shopStateMissing', async ({ back }) => withState(back, '')],
  'a state of another making': ['shopStateMissing', async ({ back }) => withState(back, 'x'.repeat(200))],
  'a state with one letter changed': ['shopStateMissing', async ({ back }) => withState(back, spoil(stateOf(back)))],
  'a state that was used': [
    'shopStateReused',
    async ({ back }) => {
      expect(await failureOf(back)).toBeNull()
      return back
    },
  ],
  'a state that has expired': [
    'shopStateExpired',
    async ({ mine, back }) => {
      await inspect(mine.organizationId, `UPDATE shop_authorization SET expires_at = now() - interval '1 second'`)
      return back
    },
  ],
  'another member’s state': [
    'shopStateForeign',
    async ({ mine, back }) => {
      await signInAs(await addMember(mine, 'admin'))
      return back
    },
  ],
  'one’s own state of another session': [
    'shopStateForeign',
    async ({ mine, back }) => {
      await signInAs(mine.owner)
      return back
    },
  ],
  'a stranger’s state': [
    'shopStateForeign',
    async ({ theirs, back }) => {
      await signInAs(theirs.owner)
      return back
    },
  ],
  'another company’s state in one’s own answer': [
    'shopStateForeign',
    async (wait) => withState(wait.back, await stateOfTheirs(wait)),
  ],
  'one’s own state, come back into another company': [
    'shopStateOrganization',
    async (wait) => {
      await joinTheirs(wait)
      return wait.back
    },
  ],
  'the shop of another company': [
    'shopConnectFailed',
    async ({ theirs, number, back }) => {
      await asTheirs(theirs, async () => {
        const held = await saveShop(theirs, number)
        expect(await failureOf(await confirm(await begin(theirs, held.id), number))).toBeNull()
      })
      return back
    },
  ],
  'another shop than the one saved, connected elsewhere': [
    'shopOther',
    async ({ mine, theirs, id }) => {
      const held = await asTheirs(theirs, () => connectShop(theirs))
      return confirm(await begin(mine, id), held.number)
    },
  ],
  'another shop than the one saved': [
    'shopOther',
    async ({ mine, id }) => {
      const { shopId } = await platform().admin<{ shopId: number }>('shop', {})
      return confirm(await begin(mine, id), shopId)
    },
  ],
}

/** That an answer was taken, right or not, is all that is written. */
const markOf = async ({ organizationId }: TestOrganization) => ({
  ...(await fingerprint(organizationId)),
  shop_authorization: 'used up',
})
const marksOf = async ({ mine, theirs }: Wait) => [await markOf(mine), await markOf(theirs)]

let refused = 0
const accepted: string[] = []
afterAll(() =>
  reportFigures({
    accepted: accepted.length,
    refused,
    figures: [
      exactly('answers of another that count', accepted.length, 0),
      exactly('refused', refused, EACH * Object.keys(wrongs).length),
    ],
  }),
)

test.each(Object.keys(wrongs))('%s connects nothing and changes nothing', async (name) => {
  const [code, make] = wrongs[name]!
  for (let time = 0; time < EACH; time += 1) {
    const wait = await waitForAnswer()
    const answer = await make(wait)
    const before = await marksOf(wait)
    const failure = await failureOf(answer)
    if (failure === null) accepted.push(name)
    else refused += 1
    expect(failure).toBe(code)
    expect(await marksOf(wait)).toEqual(before)
  }
})

if (isFullProfile) test('the figures and audit logs of its companies verify', () => verifyCompanies())
