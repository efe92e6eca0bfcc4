import { requestEmailChangeAction, confirmEmailChangeAction } from '../auth/email-change/actions'
import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  createUser,
  envelope,
  signInAs,
  unique,
} from '@/lib/testing/factories/factories'
import { deliver, openMailbox, PASSWORD, received, signUp, tokenIn } from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { acceptInvitationAction, joinByInvitationAction } from './actions'
import { linkTo } from './invitation-link'
import { invite, inviteAgain, revokeInvitation } from './invite'
import { leaveOrganization } from './leave-organization'
import { removeMember } from './remove-member'

openMailbox()

const address = () => `${unique('fim')}-${newId()}@example.com`
const invitationFor = (email: string) => ({ email, role: 'operator', legalEntityIds: null }) as const
const tokenFor = ({ organizationId }: Actor, id: string) =>
  new URL(linkTo(organizationId, id, 'email').url).searchParams.get('token')!

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

const invited = (actor: Actor, email: string) => outcomeOf(invite(actor, invitationFor(email)))
const join = async (token: string) => {
  const result = await joinByInvitationAction({ token, displayName: 'Bia', password: PASSWORD })
  return result.ok ? 'ok' : result.error
}
const accept = async (actor: Actor, id: string, userId: string) => {
  await signInAs({ ...actor, userId })
  const result = await acceptInvitationAction({ token: tokenFor(actor, id) })
  clearRequest()
  return result.ok ? 'ok' : result.error
}

const moveTo = (userId: string, email: string) =>
  withOwner((db) => db.query('update app_user set email = $2 where id = $1', [userId, email]))
const stateOf = async ({ organizationId }: Actor, id: string) => {
  const [row] = await inspect<{ state: string; events: string[] }>(
    organizationId,
    `SELECT CASE WHEN accepted_at IS NOT NULL THEN 'used' WHEN revoked_at IS NOT NULL THEN 'revoked' ELSE 'open' END AS state,
       ARRAY(SELECT event FROM audit_event WHERE subject_id = i.id::text AND event NOT IN ('invitation.created', 'invitation.renewed')) AS events
     FROM invitation i WHERE id = $1`,
    [id],
  )
  return row
}
const rolesOf = ({ organizationId }: Actor, userId: string) =>
  inspect<{ role: string }>(organizationId, 'SELECT role FROM membership WHERE user_id = $1', [userId])

/** Until somebody waits for a row that the running transaction holds. */
async function waitedFor(count: () => Promise<number>) {
  for (let tries = 0; tries < 100 && (await count()) === 0; tries += 1)
    await new Promise((next) => setTimeout(next, 20))
}

/** `change` of the invitation commits once `meanwhile` waits for its row. */
async function changeUnder(actor: Actor, id: string, column: 'accepted_at' | 'revoked_at', meanwhile: () => unknown) {
  const { organizationId } = actor
  await withOrganization({ organizationId }, async (db) => {
    const now = new Date()
    const data = column === 'accepted_at' ? { acceptedAt: now } : { revokedAt: now }
    await db.invitation.updateMany({ where: { organizationId, id }, data })
    meanwhile()
    await waitedFor(async () => {
      const [{ waiting }] = await db.$queryRaw<[{ waiting: number }]>`
        SELECT count(*)::int AS waiting FROM pg_locks
        WHERE NOT granted AND transactionid::text = (pg_current_xact_id()::text::bigint % 4294967296)::text`
      return waiting
    })
  })
}

test('an address that a member takes ends the invitations of their companies to it; those of others wait on', async () => {
  const person = await signUp()
  const own: Actor = { ...person, role: 'owner', kind: 'person' }
  const { owner: stranger } = await createTestOrganization()
  const later = address()
  const [here, there] = [await invite(own, invitationFor(later)), await invite(stranger, invitationFor(later))]
  expect(await requestEmailChangeAction(envelope(own), { email: later, password: PASSWORD })).toMatchObject({
    ok: true,
  })
  await deliver()
  const message = received.find(({ source }) => source.includes('/auth/email?token'))!
  expect(await confirmEmailChangeAction({ token: tokenIn(message, '/auth/email') })).toMatchObject({ ok: true })
  expect(await stateOf(own, here.id)).toEqual({ state: 'revoked', events: ['invitation.revoked'] })
  expect(await stateOf(stranger, there.id)).toEqual({ state: 'open', events: [] })
})

test('one mailbox gets three invitations in ten minutes, first or again, from whichever company and with whatever tag', async () => {
  const [one, two, three] = [
    (await createTestOrganization()).owner,
    (await createTestOrganization()).owner,
    (await createTestOrganization()).owner,
  ]
  for (const email of [address(), (await createUser()).email]) {
    const { id } = await invite(one, invitationFor(email))
    expect(await outcomeOf(inviteAgain(one, { id }))).toBe('ok')
    expect(await invited(two, email.replace('@', '+outra@').toUpperCase())).toBe('ok')
    expect(await invited(three, email)).toBe('tooManyRequests')
    expect(await outcomeOf(inviteAgain(one, { id }))).toBe('tooManyRequests')
  }
  expect(await invited(three, address())).toBe('ok')
})

test('a person who invites is counted across their companies', async () => {
  const { owner } = await createTestOrganization()
  const more: Actor[] = []
  for (const { organizationId } of [await createTestOrganization(), await createTestOrganization()]) {
    await withOrganization({ organizationId }, (db) =>
      db.membership.create({
        data: { organizationId, userId: owner.userId!, role: 'owner' },
        select: { userId: true },
      }),
    )
    more.push({ ...owner, organizationId })
  }
  const answers = []
  for (let i = 0; i < 62; i += 1) answers.push(await invited([owner, ...more][i % 3]!, address()))
  expect(answers).toEqual([...Array.from({ length: 60 }, () => 'ok'), 'tooManyRequests', 'tooManyRequests'])
})

test('a member who is removed or leaves does not come back by an invitation to their own address', async () => {
  const { owner } = await createTestOrganization()
  for (const go of [
    (member: Actor) => removeMember(owner, { userId: member.userId!, version: 1 }),
    (member: Actor) => leaveOrganization(member),
  ]) {
    const member = await addMember(owner, 'viewer')
    const later = address()
    const { id } = await invite(owner, { ...invitationFor(later), role: 'admin' })
    await moveTo(member.userId!, later)
    await go(member)
    expect(await stateOf(owner, id)).toEqual({ state: 'revoked', events: ['invitation.revoked'] })
    expect(await accept(owner, id, member.userId!)).toBe('invitationRevoked')
    expect(await rolesOf(owner, member.userId!)).toEqual([])
  }
})

test('a member who comes by an invited address keeps their role, and the invitation ends', async () => {
  const { owner } = await createTestOrganization()
  const member = await addMember(owner, 'viewer')
  const later = address()
  const { id } = await invite(owner, { ...invitationFor(later), role: 'admin' })
  await moveTo(member.userId!, later)
  expect(await accept(owner, id, member.userId!)).toBe('alreadyMember')
  expect(await stateOf(owner, id)).toEqual({ state: 'revoked', events: ['invitation.revoked'] })
  expect(await rolesOf(owner, member.userId!)).toEqual([{ role: 'viewer' }])
})

test('a revocation that comes while the invitation is being taken is refused, and one that comes first is named', async () => {
  const { owner } = await createTestOrganization()
  const taken = await invite(owner, invitationFor(address()))
  let revoking: Promise<string> = Promise.resolve('')
  await changeUnder(owner, taken.id, 'accepted_at', () => {
    revoking = outcomeOf(revokeInvitation(owner, { id: taken.id }))
  })
  expect(await revoking).toBe('invitationUsed')
  expect(await outcomeOf(revokeInvitation(owner, { id: taken.id }))).toBe('invitationUsed')
  const revoked = await invite(owner, invitationFor(address()))
  let joining: Promise<string> = Promise.resolve('')
  await changeUnder(owner, revoked.id, 'revoked_at', () => {
    joining = join(tokenFor(owner, revoked.id))
  })
  expect(await joining).toBe('invitationRevoked')
})

const ROUNDS = isFullProfile ? 50 : 12

test('many revocations race a join, and each ends in a member or in a revocation, never in both', async () => {
  const { owner } = await createTestOrganization()
  const seen = new Set<string>()
  let usual = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    clearRequest()
    const email = address()
    const { id } = await invite(owner, invitationFor(email))
    const revoke = () => outcomeOf(revokeInvitation(owner, { id }))
    // So that both outcomes are seen, the first is revoked before and the second joined; who is first of the others is left to them.
    const before = round === 0 ? await revoke() : undefined
    const began = Date.now()
    const joining = join(tokenFor(owner, id)).finally(() => (usual = Date.now() - began))
    if (round === 1) await joining
    else if (round > 1) await new Promise((next) => setTimeout(next, (usual * round) / ROUNDS))
    const [joined, revoked] = await Promise.all([joining, before ?? revoke()])
    const members = await inspect(owner.organizationId, 'SELECT 1 FROM list_members() WHERE email = $1', [email])
    const outcome = { joined, revoked, members: members.length, ...(await stateOf(owner, id)) }
    seen.add(joined)
    expect(outcome).toEqual(
      joined === 'ok'
        ? { joined, revoked: 'invitationUsed', members: 1, state: 'used', events: ['invitation.accepted'] }
        : { joined: 'invitationRevoked', revoked: 'ok', members: 0, state: 'revoked', events: ['invitation.revoked'] },
    )
  }
  expect(seen).toEqual(new Set(['ok', 'invitationRevoked']))
}, 240_000)
