import { GET } from '@/app/api/account/route'
import { createToken } from '../access-tokens/tokens'
import { chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { verifyAuditLog } from '@/lib/insight/audit-log/verify-audit-log'
import { confirmIdentity } from '../auth/confirm-identity'
import { register } from '../auth/register'
import { findAccount } from '../auth/accounts'
import { threadWithQuestion } from '@/lib/testing/samples/assistant-samples'
import { dropPassword } from '@/lib/testing/samples/account-samples'
import { scanTables } from '@/lib/testing/harnesses/age-database'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { withOrganization } from '@/lib/core/db'
import { eraseAccountAction, setDisplayNameAction } from './actions'
import { getAccountData } from './account-data'
import { eraseAccount } from './erase-account'

const NAME = 'Zuleica Canaria'

async function personInTwoCompanies() {
  const company = await createTestOrganization()
  const second = await addMember(company, 'owner')
  const other = await createTestOrganization()
  const { organizationId } = other
  await withOrganization(other, (db) =>
    db.membership.create({
      data: { organizationId, userId: second.userId!, role: 'viewer' },
      select: { userId: true },
    }),
  )
  await signInAs(second)
  dataOf(await setDisplayNameAction(envelope(company), { displayName: NAME }))
  await createToken(second, { name: 'Planilha', scope: 'read', days: 7 })
  await threadWithQuestion({ owner: second, organizationId: company.organizationId })
  return { company, other, person: second, email: `${second.userId}@example.com` }
}
const eventsOf = ({ organizationId }: { organizationId: string }) =>
  inspect(
    organizationId,
    `SELECT event, actor_id AS actor, subject_id AS subject FROM audit_event WHERE event = 'account.erased'`,
  )

test('an erased account is in no company and no table; the trails keep its reference and stay whole; the address is free again', async () => {
  const { company, other, person, email } = await personInTwoCompanies()
  await dropPassword({ ...company, owner: person })
  await signInAs(person)
  expect(dataOf(await eraseAccountAction(envelope(company), {}))).toEqual({ to: '/auth?done=erased' })
  for (const each of [company, other]) {
    const { organizationId } = each
    expect(await scanTables(organizationId, { name: NAME, email })).toEqual([])
    expect(await inspect(organizationId, 'SELECT 1 FROM membership WHERE user_id = $1', [person.userId])).toEqual([])
    expect(await eventsOf(each)).toEqual([{ event: 'account.erased', actor: person.userId, subject: person.userId }])
    await asWorker(() => chainAuditLog(organizationId))
    expect(await asWorker(() => verifyAuditLog(organizationId))).toMatchObject({ intact: true })
  }
  for (const table of ['access_token', 'assistant_thread', 'assistant_message'])
    expect(await inspect(company.organizationId, `SELECT 1 FROM ${table}`)).toEqual([])
  expect(await eraseAccountAction(envelope(company), {})).toMatchObject({ ok: false, error: 'signedOut' })
  expect(await findAccount(email)).toBeNull()
  await register({
    email,
    displayName: 'Outra',
    password: 'um caminho comprido de terra',
    companyName: 'Nova',
  } as never)
  expect((await findAccount(email))?.id).not.toBe(person.userId)
})

test('the later of two concurrent erasures of an account finds it signed out', async () => {
  const { company, person } = await personInTwoCompanies()
  await dropPassword({ ...company, owner: person })
  await signInAs(person)
  // Both were let in before either erases.
  const answers = await Promise.all([1, 2].map(() => eraseAccountAction(envelope(company), {})))
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  for (const answer of answers) if (!answer.ok) expect(answer.error).toBe('signedOut')
  const confirming = { userId: person.userId!, sessionCreatedAt: new Date() }
  await expect(confirmIdentity(confirming, undefined)).rejects.toMatchObject({ code: 'signedOut' })
})

test('the only owner of a company sees which one, and nothing is erased; nor is it for a wrong password', async () => {
  const company = await createTestOrganization('Casa & Cia')
  const { owner } = company
  await dropPassword(company)
  await signInAs(owner)
  expect(await eraseAccountAction(envelope(company), {})).toMatchObject({
    ok: false,
    error: 'onlyOwner',
    values: { companies: 'Casa & Cia' },
  })
  await expect(eraseAccount(owner.userId!)).rejects.toMatchObject({ code: 'onlyOwner' })
  const member = await addMember(company, 'viewer')
  await signInAs(member)
  expect(await eraseAccountAction(envelope(company), { password: 'errada' })).toMatchObject({ ok: false })
  expect(await inspect(company.organizationId, 'SELECT role::text FROM membership ORDER BY 1')).toHaveLength(2)
  expect(await eventsOf(company)).toEqual([])
})

test('an account is erased by the operator too, in whose name the trail tells it', async () => {
  const { company, person, email } = await personInTwoCompanies()
  await eraseAccount(person.userId!)
  expect(await findAccount(email)).toBeNull()
  expect(await eventsOf(company)).toEqual([{ event: 'account.erased', actor: null, subject: person.userId }])
})

test('a person can download their own data, and no other person’s', async () => {
  const { person, email, other } = await personInTwoCompanies()
  await signInAs(person)
  const answer = await GET(new Request('http://localhost:3000/api/account'), { params: Promise.resolve({}) })
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const text = await answer.text()
  const data = JSON.parse(text) as { account: object; companies: { role: string; conversations: object[] }[] }
  expect(data.account).toMatchObject({ email, displayName: NAME, hasPassword: true })
  expect(data.companies.map(({ role }) => role).toSorted()).toEqual(['owner', 'viewer'])
  expect(data.companies.flatMap(({ conversations }) => conversations)).toEqual([
    expect.objectContaining({ questions: ['Quanto vendi?'] }),
  ])
  expect(text).not.toMatch(/hash|secret/i)
  expect(text).not.toContain(other.owner.userId)
})

test.each([
  ['pt', '_LEIA-ME', 'O e-mail com que você entra.'],
  ['en', '_README', 'The e-mail you sign in with.'],
] as const)(
  'a person’s own file begins with a description of each part, in their language (%s)',
  async (language, heading, text) => {
    const { person } = await personInTwoCompanies()
    type Part = Record<string, unknown>
    const data = JSON.parse(await getAccountData(person.userId!, language)) as Record<string, unknown>
    expect(Object.keys(data)).toEqual([heading, 'account', 'companies'])
    const explained = data[heading] as Record<'account' | 'companies', Part>
    expect(explained.account.email).toBe(text)
    const [company] = data.companies as Part[]
    const keys = (part: Part) => Object.keys(part).toSorted()
    expect(keys(explained.account)).toEqual(keys(data.account as Part))
    expect(keys(explained.companies)).toEqual(keys(company!))
  },
)
