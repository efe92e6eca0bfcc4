import { GET } from '@/app/api/session/route'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import { newId } from '@/lib/core/ids'
import { getMember } from '../member'
import { endOtherSessionsAction, endSessionAction } from './actions'
import { listOwnSessions } from './queries'

let organization: TestOrganization
type Cookie = Awaited<ReturnType<typeof signInAs>>['cookie']

beforeEach(async () => {
  organization = await createTestOrganization()
})

/** One browser after another: the cookie of each, the last one behind the next calls. */
const open = async (actor = organization.owner) => (await signInAs(actor)).cookie
async function as(cookie: Cookie) {
  clearRequest()
  ;(await cookies()).set(cookie.name, cookie.value)
  return getMember()
}
const getSession = async () => ((await (await GET()).json()) as { standing: unknown }).standing

test('the list has one’s own live sessions alone, this one first', async () => {
  const first = await open()
  await open()
  await open(await addMember(organization, 'admin'))
  const me = (await as(first))!
  const list = await listOwnSessions(me)
  expect(list.map(({ isThis }) => isThis)).toEqual([true, false])
  expect(list[0]).toMatchObject({
    id: me.sessionId,
    organizationName: me.organizationName,
    place: { kind: 'computer' },
    device: { browser: null },
  })
  await withOwner((owner) =>
    owner.query(
      `update session set last_seen_at = now() - interval '12 hours 1 minute' where user_id = $1 and id <> $2`,
      [me.userId, me.sessionId],
    ),
  )
  expect(await listOwnSessions(me)).toHaveLength(1)
})

test('a session that is ended is refused at its next request, and the trail says who ended which', async () => {
  const [lost, mine] = [await open(), await open()]
  const lostId = (await as(lost))!.sessionId
  const me = (await as(mine))!
  expect(await endSessionAction(envelope(organization), { sessionId: lostId })).toEqual({ ok: true, data: null })
  expect(await as(lost)).toBeNull()
  expect(await getSession()).toBeNull()
  expect(await as(mine)).not.toBeNull()
  expect(
    await inspect(
      organization.organizationId,
      `select subject_id, actor_id, session_id from audit_event where event = 'session.ended' and organization_id = $1`,
      [organization.organizationId],
    ),
  ).toEqual([{ subject_id: lostId, actor_id: me.userId, session_id: me.sessionId }])
})

test('no session of another person can be ended; a foreign id, a stale one and an unknown one answer alike', async () => {
  const other = await open(await addMember(organization, 'viewer'))
  const otherId = (await as(other))!.sessionId
  const stale = await open()
  const staleId = (await as(stale))!.sessionId
  await open()
  expect(await endSessionAction(envelope(organization), { sessionId: staleId })).toMatchObject({ ok: true })
  for (const sessionId of [otherId, staleId, newId()])
    expect(await endSessionAction(envelope(organization), { sessionId })).toEqual({ ok: false, error: 'notFound' })
  expect(await as(other)).not.toBeNull()
})

test('ending all others leaves this one and other people’s', async () => {
  const other = await open(await addMember(organization, 'viewer'))
  const [a, b, mine] = [await open(), await open(), await open()]
  expect(await endOtherSessionsAction(envelope(organization), {})).toEqual({ ok: true, data: { ended: 2 } })
  expect([await as(a), await as(b)]).toEqual([null, null])
  expect(await as(other)).not.toBeNull()
  expect(await as(mine)).not.toBeNull()
  expect(await endOtherSessionsAction(envelope(organization), {})).toEqual({ ok: true, data: { ended: 0 } })
  const auditEvents = await inspect(
    organization.organizationId,
    `select "after" from audit_event where event = 'session.ended' and organization_id = $1`,
    [organization.organizationId],
  )
  expect(auditEvents).toEqual([{ after: { others: 2 } }])
})

test('a tab that asks how its session stands gets no new cookie, and nothing of the account but ids and the company', async () => {
  await open()
  const me = (await getMember())!
  const answer = await GET()
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.json()).toEqual({
    standing: { userId: me.userId, organizationId: me.organizationId, organizationName: me.organizationName },
  })
  clearRequest()
  expect(await getSession()).toBeNull()
})

test('a tab of who was removed from the company learns that it stands in none', async () => {
  const gone = await addMember(organization, 'viewer')
  await open(gone)
  await inspect(organization.organizationId, 'delete from membership where user_id = $1', [gone.userId])
  expect(await getSession()).toEqual({ userId: gone.userId, organizationId: null, organizationName: null })
})
