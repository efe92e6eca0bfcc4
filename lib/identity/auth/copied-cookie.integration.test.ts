import { adjustStockAction } from '@/lib/catalog/stock/actions'
import type { Actor } from '@/lib/core/db'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { signOutAction } from './actions'
import { changePasswordAction } from './passwords/actions'
import { getMember, getPerson } from './member'
import { ROLES, type Role } from '@/lib/core/permissions'
import { endOtherSessionsAction, endSessionAction } from './sessions/actions'

/** Each is asked for twice, by a page and by an action. */
const TIMES = isFullProfile ? 100 : 8
type Cookie = { name: string; value: string }

let company: TestOrganization
beforeEach(async () => void (company = await createTestOrganization()))

const openSession = async (actor: Actor): Promise<Cookie> => (await signInAs(actor)).cookie
const show = async ({ name, value }: Cookie) => (await cookies()).set(name, value)

/** The effect of the cookie at the next request: the person, the member of a company, and an action of theirs. */
async function opens(cookie: Cookie, organization: { organizationId: string } = company) {
  await show(cookie)
  const [person, member] = [await getPerson(), await getMember()]
  const answer = await adjustStockAction(envelope(organization), {} as never)
  return { person: person?.userId, member: member?.organizationId, error: answer.ok ? undefined : answer.error }
}
const NOTHING = { person: undefined, member: undefined, error: 'signedOut' }

/** How many of the copied cookies are refused; all of them opened something just before. */
async function countRefused(cookies: Cookie[], end: (index: number) => Promise<unknown>): Promise<number> {
  let refused = 0
  for (const [i, cookie] of cookies.entries()) {
    expect(await opens(cookie)).toMatchObject({ member: company.organizationId, error: 'invalidInput' })
    await end(i)
    if (JSON.stringify(await opens(cookie)) === JSON.stringify(NOTHING)) refused += 1
  }
  return refused
}

const sessionsOf = async (actor: Actor, count = TIMES) => {
  const opened: Cookie[] = []
  for (let i = 0; i < count; i += 1) opened.push(await openSession(actor))
  return opened
}

test('after signing out the copied cookie is refused at the next request, each of many', async () => {
  const copies = await sessionsOf(company.owner)
  expect(await countRefused(copies, () => signOutAction({}))).toBe(TIMES)
})

test('a session ended from another device is refused at its next request, each of many', async () => {
  const copies = await sessionsOf(company.owner)
  const device = await openSession(company.owner)
  const ended = await countRefused(copies, async (i) => {
    await show(copies[i]!)
    const sessionId = (await getPerson())!.sessionId
    await show(device)
    expect(await endSessionAction(envelope(company), { sessionId })).toMatchObject({ ok: true })
  })
  expect(ended).toBe(TIMES)
  expect(await opens(device)).toMatchObject({ member: company.organizationId })
})

test('ending all others leaves this one and refuses each of many', async () => {
  const copies = await sessionsOf(company.owner)
  const device = await openSession(company.owner)
  expect(await endOtherSessionsAction(envelope(company), {})).toEqual({ ok: true, data: { ended: TIMES } })
  for (const copy of copies) expect(await opens(copy)).toEqual(NOTHING)
  expect(await opens(device)).toMatchObject({ member: company.organizationId })
})

test('a new password refuses the copied cookies of every other session, each of many, and renews this one’s', async () => {
  const copies = await sessionsOf(company.owner)
  const device = await openSession(company.owner)
  await withOwner((database) =>
    database.query('update app_user set password_hash = null where id = $1', [company.owner.userId]),
  )
  expect(await opens(device)).toMatchObject({ member: company.organizationId })
  const newPassword = 'outra frase bem comprida'
  expect(await changePasswordAction(envelope(company), { newPassword })).toMatchObject({ ok: true })
  const kept = (await cookies()).get(device.name)!
  let refused = 0
  for (const copy of copies) if (JSON.stringify(await opens(copy)) === JSON.stringify(NOTHING)) refused += 1
  expect(refused).toBe(TIMES)
  expect(await opens(device)).toEqual(NOTHING)
  expect(await opens(kept)).toMatchObject({ member: company.organizationId })
})

test('a removed member loses that company at the next request, each of many, and keeps the others', async () => {
  const elsewhere = await createTestOrganization()
  let refused = 0
  for (let i = 0; i < TIMES; i += 1) {
    const member = await addMember(company, ROLES[1 + (i % 4)]!)
    await inspect(
      elsewhere.organizationId,
      `insert into membership (organization_id, user_id, role) values ($1, $2, 'viewer')`,
      [elsewhere.organizationId, member.userId],
    )
    const [here, there] = [await openSession(member), await openSession({ ...member, ...pick(elsewhere) })]
    expect(await opens(here)).toMatchObject({ member: company.organizationId })
    await inspect(company.organizationId, 'delete from membership where user_id = $1', [member.userId])
    const { member: left, error } = await opens(here)
    if (left !== company.organizationId && error !== 'invalidInput') refused += 1
    expect(await opens(there, elsewhere)).toMatchObject({ member: elsewhere.organizationId })
  }
  expect(refused).toBe(TIMES)
})
const pick = ({ organizationId }: TestOrganization) => ({ organizationId })

test('a new role is in force at the member’s next request, each of many', async () => {
  const may: Role[] = ['owner', 'admin', 'manager', 'operator']
  const member = await addMember(company, 'admin')
  const cookie = await openSession(member)
  for (let i = 0; i < TIMES; i += 1) {
    const role = ROLES[i % ROLES.length]!
    await inspect(company.organizationId, `update membership set role = $2::"Role" where user_id = $1`, [
      member.userId,
      role,
    ])
    await show(cookie)
    expect((await getMember())?.role).toBe(role)
    expect({ role, ...(await opens(cookie)) }).toMatchObject({
      role,
      error: may.includes(role) ? 'invalidInput' : 'permissionDenied',
    })
  }
})
