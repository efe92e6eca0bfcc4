import { Secret, TOTP } from 'otpauth'
import { signInAction } from '@/lib/identity/auth/actions'
import { hashPassword } from '@/lib/identity/auth/password'
import {
  confirmTwoFactorAction,
  passTwoFactorAction,
  startTwoFactorAction,
} from '@/lib/identity/auth/two-factor/actions'
import { env } from '@/lib/core/env'
import { inspect, withOwner } from './database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '../factories/factories'
import { clearRequest } from '../fakes/next-headers'
import { clearLimits } from './without-limits'

const STEP_MS = 30_000
export const PASSWORD = 'trilho lento abre a porta'
export const wrongCode = { ok: false, error: 'codeWrong', fields: { code: ['errors.codeWrong'] } }
export const passed = { ok: true, data: { to: '/dashboard' } }

/** The owner of a company of their own, created for each test; see `beSomebody`. */
export const who = {} as { organization: TestOrganization; userId: string }

/** Somebody with a password, a fresh browser and no counted attempts before each test of a file. */
export function beSomebody() {
  beforeEach(async () => {
    // The clock stands in the middle of a step, so that no code grows old while a test runs.
    vi.useFakeTimers({ now: Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2, toFake: ['Date'] })
    clearRequest()
    await clearLimits()
    await becomeSomebodyElse()
  })
  afterEach(() => {
    env().TRUSTED_PROXIES = 0
    vi.useRealTimers()
  })
}

export async function becomeSomebodyElse() {
  who.organization = await createTestOrganization()
  who.userId = who.organization.owner.userId!
  const hash = await hashPassword(PASSWORD)
  await withOwner((owner) => owner.query('update app_user set password_hash = $2 where id = $1', [who.userId, hash]))
}

/** The code that the app shows `steps` of 30 s from now. */
export const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * STEP_MS })
export const wrongOf = (key: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => [-1, 0, 1].every((steps) => codeOf(key, steps) !== code))!

export async function start(password = PASSWORD) {
  const started = await startTwoFactorAction(envelope(who.organization), { password })
  if (!started.ok) throw new Error(started.error)
  return started.data.key
}
export const confirm = (code: string) => confirmTwoFactorAction(envelope(who.organization), { code })

/** Set up with the code of the step before, so that this step's and the next one's are still to be used. */
export async function setUp() {
  await signInAs(who.organization.owner)
  const key = await start()
  const confirmed = await confirm(codeOf(key, -1))
  if (!confirmed.ok) throw new Error(confirmed.error)
  clearRequest()
  await withOwner((owner) => owner.query('delete from session where user_id = $1', [who.userId]))
  return { key, codes: confirmed.data.codes }
}

export const signIn = (callbackUrl?: string) =>
  signInAction({ email: `${who.userId}@example.com`, password: PASSWORD, callbackUrl })
export const pass = (code: string, callbackUrl?: string) => passTwoFactorAction({ code, callbackUrl })
export const stored = async () =>
  withOwner(async (owner) => (await owner.query('select * from app_user where id = $1', [who.userId])).rows[0]!)
export const sessions = async () =>
  withOwner(
    async (owner) =>
      (await owner.query('select 1 from session where user_id = $1 and ended_at is null', [who.userId])).rowCount,
  )
export const events = async () =>
  (
    await inspect<{ event: string }>(
      who.organization.organizationId,
      `select event from audit_event where organization_id = $1 and event like 'account.%' order by event`,
      [who.organization.organizationId],
    )
  ).map(({ event }) => event)

/** Holds the account's row until that many statements wait for it: all of them have read what was before. */
export async function whileHeld<T>(waiting: number, run: () => Promise<T>[]): Promise<T[]> {
  return withOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('select 1 from app_user where id = $1 for update', [who.userId])
    const answers = Promise.all(run())
    const blocked = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const until = performance.now() + 2_500
    while ((await owner.query<{ count: number }>(blocked)).rows[0]!.count < waiting && performance.now() < until);
    await owner.query('commit')
    return answers
  })
}
