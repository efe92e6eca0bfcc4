import { callGlobal } from '@/lib/core/db'
import { withOwner } from '@/lib/testing/harnesses/database'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import {
  PASSWORD,
  wrongCode,
  who,
  beSomebody,
  codeOf,
  wrongOf,
  start,
  confirm,
  stored,
  events,
  whileHeld,
} from '@/lib/testing/harnesses/two-factor'
import { getPerson } from '../member'
import { getUserSecurity } from '../user-security'
import { startTwoFactorAction } from './actions'
import { spendCode } from './spend-code'

beSomebody()

describe('set-up', () => {
  beforeEach(async () => {
    await signInAs(who.organization.owner)
  })

  test('begins with the password once more, and not without', async () => {
    for (const password of ['outra senha qualquer', '', undefined])
      expect(await startTwoFactorAction(envelope(who.organization), { password })).toMatchObject({
        ok: false,
        error: password ? 'passwordWrong' : 'passwordMissing',
      })
    expect((await stored()).totp_secret).toBeNull()
    await start()
    expect((await stored()).totp_since).toBeNull()
  })

  test('for an account without a password asks for a recent sign-in', async () => {
    await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [who.userId]))
    await withOwner((owner) =>
      owner.query(`update session set created_at = now() - interval '16 minutes' where user_id = $1`, [who.userId]),
    )
    expect(await startTwoFactorAction(envelope(who.organization), {})).toEqual({ ok: false, error: 'signInAgain' })
    await signInAs(who.organization.owner)
    expect(await startTwoFactorAction(envelope(who.organization), {})).toMatchObject({ ok: true })
  })

  test('protects nothing before a code of the app confirms it; the trail and the tables keep neither secret nor codes', async () => {
    const key = await start()
    expect(await confirm(wrongOf(key))).toEqual(wrongCode)
    expect((await stored()).totp_since).toBeNull()
    const confirmed = await confirm(codeOf(key))
    if (!confirmed.ok) throw new Error(confirmed.error)
    expect(confirmed.data.codes).toHaveLength(10)
    expect(await getPerson()).toMatchObject({ hasTwoFactor: true })
    expect(await events()).toEqual(['account.secondStepEnabled'])
    const kept = await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [who.organization.organizationId])
      const { rows } = await owner.query(
        `select (select json_agg(u) from app_user u where u.id = $1)::text || (select json_agg(r) from recovery_code r where r.user_id = $1)::text
          || coalesce((select json_agg(e) from audit_event e where e.actor_id = $1)::text, '')
          || coalesce((select json_agg(i) from idempotency i where i.user_id = $1)::text, '') as everything`,
        [who.userId],
      )
      return (rows[0] as { everything: string }).everything
    })
    expect(kept).toContain('account.secondStepEnabled')
    for (const secret of [
      key,
      ...confirmed.data.codes,
      ...confirmed.data.codes.map((code) => code.replaceAll('-', '')),
    ])
      expect(kept).not.toContain(secret)
  })

  test('begun again cannot replace one that is in force, and a confirmation cannot be repeated', async () => {
    const key = await start()
    expect(await confirm(codeOf(key))).toMatchObject({ ok: true })
    const before = await stored()
    expect(await startTwoFactorAction(envelope(who.organization), { password: PASSWORD })).toEqual({
      ok: false,
      error: 'secondStepIsOn',
    })
    expect(await confirm(codeOf(key, 1))).toEqual({ ok: false, error: 'secondStepIsOn' })
    expect(await stored()).toEqual(before)
    expect(await events()).toEqual(['account.secondStepEnabled'])
  })

  test('begun twice is confirmed by the later key alone', async () => {
    const first = await start()
    const second = await start()
    expect(await confirm(codeOf(first))).toEqual(wrongCode)
    expect(await confirm(codeOf(second))).toMatchObject({ ok: true })
  })

  test('confirmed twice at once goes into force once, with the codes that the winner was shown', async () => {
    const key = await start()
    const answers = await whileHeld(3, () => [1, 2, 3].map(() => confirm(codeOf(key))))
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    const code = won[0]!.ok && won[0]!.data.codes[0]!.replaceAll('-', '')
    const security = await getUserSecurity(who.userId)
    expect(security.recoveryCodesLeft).toBe(10)
    await expect(spendCode(callGlobal, who.userId, security, code as string)).resolves.toBeUndefined()
    expect(await events()).toEqual(['account.secondStepEnabled'])
  })

  test('without a start confirms nothing', async () => {
    expect(await confirm('123456')).toEqual({ ok: false, error: 'secondStepNotStarted' })
  })
})
