import { confirmAction, registerAction } from '@/lib/identity/auth/actions'
import { recoverOwner } from '@/lib/identity/organizations/recover-owner'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createUser } from '@/lib/testing/factories/factories'
import { deliver, findUser, openMailbox, registerAndRead, tokenIn, received } from '@/lib/testing/fakes/mailbox'
import { deleteOrganizations } from './delete-organizations'
import { confirmAllRulesTask } from './fees'
import { checkEveryCompanyTask } from './health-checks'
import { purgeExpired, chainAndFold } from './maintenance'

openMailbox()

type SignUp = Awaited<ReturnType<typeof signUpAndLeave>>

async function signUpAndLeave() {
  const { person } = await registerAndRead()
  const { id: userId } = await findUser(person.email)
  const organizationId = await withOwner(async (owner) => {
    const { rows } = await owner.query('SELECT organization_id FROM membership WHERE user_id = $1', [userId])
    return rows[0].organization_id as string
  })
  return { person, userId: userId as string, organizationId }
}

const age = ({ userId, organizationId }: SignUp, days = 8) =>
  withOwner(async (owner) => {
    const ago = `now() - interval '${days} days'`
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`UPDATE app_user SET created_at = ${ago} WHERE id = $1`, [userId])
    await owner.query(`UPDATE registration SET created_at = ${ago} WHERE user_id = $1`, [userId])
    await owner.query(`UPDATE verification SET expires_at = ${ago} + interval '1 day' WHERE user_id = $1`, [userId])
    await owner.query(`UPDATE organization SET created_at = ${ago} WHERE organization_id = $1`, [organizationId])
  })

/** How many rows the sign-up still has, of the person's and the company's. */
const left = ({ userId, organizationId }: SignUp) =>
  withOwner(async (owner) => {
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM app_user WHERE id = $1) AS people, (SELECT count(*)::int FROM registration WHERE user_id = $1) AS forms,
        (SELECT count(*)::int FROM verification WHERE user_id = $1) AS links,
        (SELECT count(*)::int FROM organization WHERE organization_id = $2 AND deletion_at IS NULL) AS companies`,
      [userId, organizationId],
    )
    return rows[0]
  })

const night = () => asWorker(purgeExpired)

test('an unconfirmed sign-up goes after a week with its company, whatever the nightly jobs made of it', async () => {
  const signUp = await signUpAndLeave()
  for (const task of [checkEveryCompanyTask, confirmAllRulesTask]) await asWorker(async () => task({}, undefined!))
  await deliver()
  await asWorker(chainAndFold)
  await age(signUp)
  const { organizationId, person } = signUp
  expect(await inspect(organizationId, 'SELECT DISTINCT state FROM health_run')).toEqual([{ state: 'done' }])
  await night()
  expect(await left(signUp)).toEqual({ people: 0, forms: 0, links: 0, companies: 0 })
  await asWorker(deleteOrganizations)
  expect(
    await inspect(organizationId, 'SELECT 1 FROM organization WHERE organization_id = $1', [organizationId]),
  ).toEqual([])
  expect(await registerAction(person)).toMatchObject({ ok: true })
})

const stays: Record<string, (signUp: SignUp) => Promise<unknown>> = {
  'it is six days old': (signUp) => age(signUp, 6),
  'the address was registered again of late': ({ person }) => registerAction(person),
  'a link of it is still open': ({ userId }) =>
    withOwner((owner) =>
      owner.query(`UPDATE verification SET expires_at = now() + interval '1 minute' WHERE user_id = $1`, [userId]),
    ),
  'it was confirmed': async (signUp) => {
    await age(signUp, 0)
    expect(await confirmAction({ token: tokenIn(received.at(-1)!) })).toMatchObject({ ok: true })
    await age(signUp)
  },
  'somebody who confirmed is in its company': async ({ organizationId }) => {
    const { userId } = await createUser()
    await changeAsOwner(
      organizationId,
      `INSERT INTO membership (organization_id, user_id, role) VALUES (current_organization(), $1, 'viewer')`,
      [userId],
    )
  },
  'its company has a record': ({ organizationId }) =>
    changeAsOwner(
      organizationId,
      `INSERT INTO supplier (organization_id, id, name) VALUES (current_organization(), gen_random_uuid(), 'X')`,
    ),
  'its company has a second legal entity': ({ organizationId }) =>
    changeAsOwner(
      organizationId,
      `INSERT INTO legal_entity (organization_id, id, name) VALUES (current_organization(), gen_random_uuid(), 'X')`,
    ),
  'its company’s trail tells of more': async ({ organizationId }) => {
    await recoverOwner(organizationId, 'somebody@example.com')
    await changeAsOwner(organizationId, 'DELETE FROM invitation WHERE organization_id = current_organization()')
  },
}

test.each(Object.keys(stays))('a sign-up stays where %s', async (why) => {
  const signUp = await signUpAndLeave()
  await age(signUp)
  await stays[why]!(signUp)
  await night()
  expect(await left(signUp)).toMatchObject({ people: 1, companies: 1 })
})
