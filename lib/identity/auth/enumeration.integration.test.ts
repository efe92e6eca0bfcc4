import { inviteAction } from '../organizations/actions'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, createUser, envelope, signInAs } from '@/lib/testing/factories/factories'
import { openMailbox, OTHER_PASSWORD, PASSWORD } from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { registerAction, resendLinkAction, signInAction } from './actions'
import { hashPassword } from './password'
import { requestResetAction } from './passwords/actions'

openMailbox()

const names = { displayName: 'Ana', companyName: 'Loja da Ana' }
const doors: [string, (email: string) => Promise<object>][] = [
  ['signing in', (email) => signInAction({ email, password: OTHER_PASSWORD })],
  ['asking for a new password', (email) => requestResetAction({ email })],
  ['registering', (email) => registerAction({ ...names, email, password: PASSWORD })],
  ['asking for the confirmation again', (email) => resendLinkAction({ email })],
]

async function knownEmail(): Promise<string> {
  const { userId, email } = await createUser()
  const hash = await hashPassword(PASSWORD)
  await withOwner((owner) => owner.query('update app_user set password_hash = $2 where id = $1', [userId, hash]))
  return email
}

test.each(doors)(
  '%s answers the same for an e-mail that has an account and for one that has none',
  async (_, request) => {
    const answers = []
    for (const email of [await knownEmail(), 'ninguem@example.com']) {
      clearRequest()
      answers.push(JSON.stringify(await request(email)).replace(email, 'its own'))
    }
    expect(answers[1]).toBe(answers[0])
  },
)

test('inviting answers the same whether or not the address has an account', async () => {
  const company = await createTestOrganization()
  const known = await knownEmail()
  await signInAs(company.owner)
  const answers = []
  for (const email of [known, 'ninguem@example.com']) {
    const answer = await inviteAction(envelope(company), { email, role: 'viewer', legalEntityIds: null })
    expect(answer).toMatchObject({ ok: true })
    answers.push({ ...answer, data: answer.ok && { ...answer.data, id: 'its own' } })
  }
  expect(answers[1]).toEqual(answers[0])
})
