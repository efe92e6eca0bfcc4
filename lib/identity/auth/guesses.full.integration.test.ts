// Full form: thousands of sign-ins, hundreds of which compute a password. Default: lib/identity/auth/sign-in.integration.test.ts and lib/identity/auth/client-network.test.ts.
import { verify } from '@node-rs/argon2'
import { env } from '@/lib/core/env'
import { closeLimits } from '@/lib/core/http/rate-limit'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { clearRequest, cookies, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { signInAction } from './actions'
import { networkOf } from './client-network'
import { hashPassword } from './password'

// Thousands of sign-ins take as long as they take on a loaded machine.

const PASSWORD = 'trilho lento abre a porta'
/**
 * The attempts that one account allows one network, and all accounts together allow one network, in a quarter of an
 * hour.
 */
const GUESSES = isFullProfile ? 10_000 : 2_000
const PER_ACCOUNT = 8
const PER_NETWORK = 100
/** The attempts that one account allows in an hour from all unknown devices. */
const PER_ACCOUNT_EVERYWHERE = 100

// Spellings of one /64, by a proxy, a program or an attacker who hopes for a fresh counter.
const SPELLINGS = [
  '2001:db8:7:1::1',
  '2001:DB8:7:1::1',
  '2001:0db8:0007:0001:0000:0000:0000:0001',
  '2001:db8:7:1:0:0:0:1',
  '2001:db8:7:1::',
  '2001:db8:7:1:ffff:ffff:ffff:ffff',
  '2001:db8:7:1:1234:5678:9abc:def0',
  '2001:db8:7:1::192.0.2.33',
  '[2001:db8:7:1::2]',
  '[2001:db8:7:1::3]:443',
  '[2001:0DB8:7:1::4]:51234',
  '2001:db8:7:1::5%eth0',
  ' 2001:db8:7:1::6 ',
  '203.0.113.5, 2001:db8:7:1::7',
  '2001:db8:8::1,2001:db8:7:1::8',
  'unknown, 2001:db8:7:1::9',
  '198.51.100.1, 198.51.100.2, 2001:db8:7:1::a',
  ', 2001:db8:7:1::b',
  '2001:db8:007:01::c',
  '2001:db8:7:1:0::d',
]

// Counts what was computed; the computing is real.
vi.mock('@node-rs/argon2', async () => {
  const actual = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  return { ...actual, verify: vi.fn(actual.verify) }
})

beforeEach(async () => {
  clearRequest()
  await withOwner((owner) => owner.query('delete from rate_limit'))
  await closeLimits()
  env().TRUSTED_PROXIES = 1
})
afterEach(() => {
  env().TRUSTED_PROXIES = 0
})

async function personWithPassword(): Promise<string> {
  const { owner } = await createTestOrganization()
  const hash = await hashPassword(PASSWORD)
  await withOwner((database) =>
    database.query('update app_user set password_hash = $2 where id = $1', [owner.userId, hash]),
  )
  return `${owner.userId}@example.com`
}

async function guess(emails: string[], guesses: number): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  for (let i = 0; i < guesses; i += 1) {
    setRequestHeader('x-forwarded-for', SPELLINGS[i % SPELLINGS.length]!)
    const answer = await signInAction({ email: emails[i % emails.length]!, password: `palpite número ${i}` })
    const code = answer.ok ? 'in' : answer.error
    answers[code] = (answers[code] ?? 0) + 1
  }
  return answers
}

test('the spellings are twenty, and one network', () => {
  expect(new Set(SPELLINGS).size).toBe(20)
  expect(new Set(SPELLINGS.map((sent) => networkOf(sent.split(',').at(-1)!)))).toEqual(new Set(['2001:db8:7:1::/64']))
})

test(`${GUESSES} guesses at one account from one IPv6 /64 stay within its limit, and its known device still gets in`, async () => {
  const victim = await personWithPassword()
  setRequestHeader('x-forwarded-for', '2001:db8:99::1')
  expect(await signInAction({ email: victim, password: PASSWORD })).toMatchObject({ ok: true })
  const device = (await cookies()).get('mascate-device')!.value
  clearRequest()
  vi.mocked(verify).mockClear()
  expect(await guess([victim], GUESSES)).toEqual({
    credentialsInvalid: PER_ACCOUNT,
    tooManyRequests: GUESSES - PER_ACCOUNT,
  })
  expect(verify).toHaveBeenCalledTimes(PER_ACCOUNT)

  clearRequest()
  setRequestHeader('x-forwarded-for', '2001:db8:99::2')
  ;(await cookies()).set('mascate-device', device)
  expect(await signInAction({ email: victim, password: PASSWORD })).toMatchObject({ ok: true })
})

test('guesses at one account from 200 networks end after 100 an hour; its known device and other accounts stay free', async () => {
  const [victim, other] = [await personWithPassword(), await personWithPassword()]
  expect(await signInAction({ email: victim, password: PASSWORD })).toMatchObject({ ok: true })
  const device = (await cookies()).get('mascate-device')!.value
  clearRequest()
  vi.mocked(verify).mockClear()
  const answers: Record<string, number> = {}
  for (let i = 0; i < 200; i += 1) {
    setRequestHeader('x-forwarded-for', `2001:db8:${i + 1}::1`)
    const answer = await signInAction({ email: victim, password: `palpite número ${i}` })
    const code = answer.ok ? 'in' : answer.error
    answers[code] = (answers[code] ?? 0) + 1
  }
  expect(answers).toEqual({ credentialsInvalid: PER_ACCOUNT_EVERYWHERE, tooManyRequests: 200 - PER_ACCOUNT_EVERYWHERE })
  expect(verify).toHaveBeenCalledTimes(PER_ACCOUNT_EVERYWHERE)

  expect(await signInAction({ email: other, password: PASSWORD })).toMatchObject({ ok: true })
  clearRequest()
  ;(await cookies()).set('mascate-device', device)
  expect(await signInAction({ email: victim, password: PASSWORD })).toMatchObject({ ok: true })
})

test('2,000 guesses over fifty accounts, half of them made up, stay within the limit of the network', async () => {
  const known = await Promise.all(Array.from({ length: 25 }, personWithPassword))
  const emails = known.flatMap((email, i) => [email, `ninguem-${i}@example.com`])
  vi.mocked(verify).mockClear()
  expect(await guess(emails, 2_000)).toEqual({ credentialsInvalid: PER_NETWORK, tooManyRequests: 2_000 - PER_NETWORK })
  expect(verify).toHaveBeenCalledTimes(PER_NETWORK)
})
