import { GET as getNotifications } from '@/app/api/notifications/route'
import { GET as getStatement } from '@/app/api/profit/statement/route'
import { POST as getPageToken } from '@/app/api/functions/token/route'
import { addMember, envelope, signInAs } from '@/lib/testing/factories/factories'
import { withOwner } from '@/lib/testing/harnesses/database'
import { beSomebody, codeOf, confirm, setUp, start, who } from '@/lib/testing/harnesses/two-factor'
import { callerOf } from '../access-tokens/bearer'
import { createToken } from '../access-tokens/tokens'
import { getMember } from '../auth/member'
import { requireSecondFactorAction, setProductivityAction } from './actions'

beSomebody()

const demand = (on: boolean, version: number) => requireSecondFactorAction(envelope(who.organization), { version, on })

test('only who has a second factor requires one, and it stands in the audit log', async () => {
  await signInAs(who.organization.owner)
  expect(await demand(true, 1)).toMatchObject({ ok: false, error: 'secondFactorOwnFirst' })
  await setUp()
  await signInAs(who.organization.owner)
  expect(await demand(true, 1)).toMatchObject({ ok: true, data: { version: 2 } })
  expect(await demand(false, 2)).toMatchObject({ ok: true, data: { version: 3 } })
})

test('a member without the factor that the company requires can set it up and do nothing else: no action, route or token', async () => {
  const { organization } = who
  await setUp()
  await signInAs(organization.owner)
  const member = await addMember(organization, 'admin')
  const { secret } = await createToken(member, { name: 'Planilha', scope: 'read', days: 30 })
  const withToken = () => callerOf(new Headers({ authorization: `Bearer ${secret}` }), 'function')
  await withToken()
  expect(await demand(true, 1)).toMatchObject({ ok: true })

  await signInAs(member)
  expect(await getMember()).toMatchObject({ secondFactorMissing: true })
  expect(await setProductivityAction(envelope(organization), { version: 2, on: true })).toMatchObject({
    error: 'secondFactorNeeded',
  })
  for (const route of [getNotifications, getStatement])
    expect((await route(new Request('http://localhost:3000/api/x'), { params: Promise.resolve({}) })).status).toBe(403)
  const token = `http://localhost:3000/api/functions/token?organization=${organization.organizationId}`
  expect((await getPageToken(new Request(token), { params: Promise.resolve({}) })).status).toBe(403)
  await expect(withToken()).rejects.toMatchObject({ code: 'signedOut' })
})

test('once it is set up everything opens again', async () => {
  await setUp()
  await signInAs(who.organization.owner)
  await demand(true, 1)
  const other = await addMember(who.organization, 'admin')
  await withOwner((owner) =>
    owner.query(
      'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE id = $1) WHERE id = $2',
      [who.userId, other.userId],
    ),
  )
  await signInAs(other)
  const key = await start()
  expect(await confirm(codeOf(key))).toMatchObject({ ok: true })
  expect(await getMember()).toMatchObject({ secondFactorMissing: false })
  expect(await setProductivityAction(envelope(who.organization), { version: 2, on: true })).toMatchObject({ ok: true })
})
