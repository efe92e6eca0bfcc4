import { z } from 'zod'
import { writeOnce, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs, signOut } from '@/lib/testing/factories/factories'
import { clearRequest, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { switchOrganizationAction } from './actions'
import { memberAction } from './define-action'
import { getMember } from './member'
import { can, PERMISSIONS, ROLES, type Permission } from '@/lib/core/permissions'

const permissions = Object.keys(PERMISSIONS) as Permission[]

/** A real write: the lowest stock of the organization's own rule. */
const setLowStock = (actor: Actor, { units }: { units: number }) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    await db.organization.update({
      where: { id: organizationId },
      data: { lowStockUnits: units },
      select: { id: true },
    })
    return units
  })
const input = z.object({ units: z.number().int() })
const setLowStockAction = memberAction(input, setLowStock, {
  name: 'test.setLowStock',
  permission: 'organization.edit',
})
const getLowStock = async ({ organizationId }: { organizationId: string }) =>
  (
    await inspect<{ units: number }>(
      organizationId,
      'select low_stock_units as units from organization where organization_id = $1',
      [organizationId],
    )
  )[0]!.units

test.each(ROLES)('%s passes exactly the actions that the table grants', async (role) => {
  const organization = await createTestOrganization()
  await signInAs(role === 'owner' ? organization.owner : await addMember(organization, role))
  for (const permission of permissions) {
    const action = memberAction(z.object({}), async (actor) => actor.role, { name: 'test.role', permission })
    expect({ permission, answer: await action(envelope(organization), {}) }).toEqual({
      permission,
      answer: can(role, permission) ? { ok: true, data: role } : { ok: false, error: 'permissionDenied' },
    })
  }
})

test('repeated calls beyond a role’s rights are recorded once, and reported to those who manage people', async () => {
  const organization = await createTestOrganization()
  const { organizationId, owner } = organization
  const viewer = await addMember(owner, 'viewer')
  await signInAs(viewer)
  const noted = () =>
    inspect<{ event: string }>(
      organizationId,
      `select event from audit_event where organization_id = $1 and event = 'account.rightsRefused' and subject_id = $2
        union all select kind from notification where organization_id = $1 and user_id = $3`,
      [organizationId, viewer.userId, owner.userId],
    )
  const request = () => setLowStockAction(envelope(organization), { units: 9 })
  for (let nth = 0; nth < 19; nth += 1) await request()
  expect(await noted()).toEqual([])
  for (let nth = 0; nth < 3; nth += 1) await request()
  expect(await noted()).toEqual([{ event: 'account.rightsRefused' }, { event: 'rightsRefused' }])
})

test('the stored hash of a form does not depend on its password, which may be typed otherwise in a repeat', async () => {
  const organization = await createTestOrganization()
  await signInAs(organization.owner)
  const action = memberAction(
    z.object({ units: z.number(), password: z.string().optional(), newPassword: z.string().optional() }),
    (actor, { units }) => setLowStock(actor, { units }),
    { name: 'test.setLowStockSafely', permission: 'organization.edit' },
  )
  const form = envelope(organization)
  const done = { ok: true, data: 9 }
  expect(await action(form, { units: 9, password: 'one', newPassword: 'two' })).toEqual(done)
  expect(await action(form, { units: 9, password: 'three' })).toEqual(done)
  expect(await action(form, { units: 8, password: 'one' })).toEqual({ ok: false, error: 'keyReused' })
})

test('without a session nothing runs', async () => {
  const organization = await createTestOrganization()
  signOut()
  expect(await setLowStockAction(envelope(organization), { units: 9 })).toEqual({ ok: false, error: 'signedOut' })
  expect(await getLowStock(organization)).toBe(5)
})

test('nothing runs for a page of another address, whatever host is forwarded with it', async () => {
  const organization = await createTestOrganization()
  await signInAs(organization.owner)
  setRequestHeader('origin', 'https://evil.example')
  setRequestHeader('x-forwarded-host', 'evil.example')
  const refused = { ok: false, error: 'permissionDenied' }
  expect(await setLowStockAction(envelope(organization), { units: 9 })).toEqual(refused)
  expect(await switchOrganizationAction({ organizationId: organization.organizationId })).toEqual(refused)
  expect(await getLowStock(organization)).toBe(5)
  setRequestHeader('origin', new URL(env().NEXTAUTH_URL).origin)
  expect(await setLowStockAction(envelope(organization), { units: 9 })).toEqual({ ok: true, data: 9 })
  clearRequest()
})

test('a form rendered for one organization and sent after switching to another is refused, and changes neither', async () => {
  const [first, second] = [await createTestOrganization(), await createTestOrganization()]
  const { userId } = first.owner
  await inspect(
    second.organizationId,
    `insert into membership (organization_id, user_id, role) values ($1, $2, 'owner')`,
    [second.organizationId, userId],
  )
  await signInAs(first.owner)
  const rendered = envelope(first)
  expect(await switchOrganizationAction({ organizationId: second.organizationId })).toEqual({ ok: true, data: null })
  expect(await getMember()).toMatchObject({ organizationId: second.organizationId })
  expect(await setLowStockAction(rendered, { units: 9 })).toEqual({ ok: false, error: 'organizationChanged' })
  expect([await getLowStock(first), await getLowStock(second)]).toEqual([5, 5])
  expect(await setLowStockAction(envelope(second), { units: 9 })).toEqual({ ok: true, data: 9 })
  expect([await getLowStock(first), await getLowStock(second)]).toEqual([5, 9])
  const events = await inspect(
    second.organizationId,
    `select event from audit_event where event = 'session.switched' and organization_id = $1`,
    [second.organizationId],
  )
  expect(events).toHaveLength(1)
})

test('a switch to an organization of others is refused', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  await signInAs(mine.owner)
  for (const organizationId of [theirs.organizationId, newId()])
    expect(await switchOrganizationAction({ organizationId })).toEqual({ ok: false, error: 'notFound' })
  expect(await getMember()).toMatchObject({ organizationId: mine.organizationId })
  expect(await setLowStockAction(envelope(theirs), { units: 9 })).toEqual({ ok: false, error: 'organizationChanged' })
  expect(await getLowStock(theirs)).toBe(5)
})

test('fields outside the schema are refused, and a failure’s cause stays on the server', async () => {
  const organization = await createTestOrganization()
  await signInAs(organization.owner)
  const extra = { units: 9, organizationId: newId() }
  expect(await setLowStockAction(envelope(organization), extra)).toMatchObject({ ok: false, error: 'invalidInput' })
  expect(await getLowStock(organization)).toBe(5)
  const failing = (error: Error) =>
    memberAction(z.object({}), () => Promise.reject(error), { name: 'test.fail', permission: 'sales.read' })(
      envelope(organization),
      {},
    )
  expect(await failing(new UserError('cartEmpty'))).toEqual({ ok: false, error: 'cartEmpty' })
  const hidden = await failing(new Error('password is hunter2'))
  expect(hidden).toEqual({ ok: false, error: 'unexpected', reference: expect.stringMatching(/^[0-9a-f]{8}$/) })
})

test('a key is bound to the action and the person, not to the permission that both share', async () => {
  const organization = await createTestOrganization()
  const admin = await addMember(organization, 'admin')
  const noteLowStock = (actor: Actor) => writeOnce(actor, async () => 'noted')
  const noteAction = memberAction(input, noteLowStock, { name: 'test.note', permission: 'organization.edit' })
  await signInAs(organization.owner)
  const sent = envelope(organization)
  expect(await noteAction(sent, { units: 7 })).toEqual({ ok: true, data: 'noted' })
  expect(await setLowStockAction(sent, { units: 7 })).toEqual({ ok: true, data: 7 })
  expect(await getLowStock(organization)).toBe(7)
  await signInAs(admin)
  expect(await setLowStockAction(sent, { units: 7 })).toEqual({ ok: false, error: 'keyReused' })
  await signInAs(organization.owner)
  expect(await setLowStockAction(sent, { units: 7 })).toEqual({ ok: true, data: 7 })
})
