import { withOwner } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs } from '@/lib/testing/factories/factories'
import { deliver, emailsTo, openMailbox, received } from '@/lib/testing/fakes/mailbox'
import {
  beSomebody,
  codeOf,
  pass,
  PASSWORD,
  passed,
  setUp,
  signIn,
  who,
  wrongOf,
} from '@/lib/testing/harnesses/two-factor'
import { renewRecoveryCodesAction } from './actions'

openMailbox()
beSomebody()

const readEmails = async () => {
  await deliver()
  return emailsTo(`${who.userId}@example.com`)
}
const subjects = async () => (await readEmails()).map(({ subject }) => subject)

test('turning two-factor on is mailed, once it is in force', async () => {
  const { key } = await setUp()
  expect(await subjects()).toEqual(['A verificação em duas etapas foi ativada'])
  await signIn()
  expect(await pass(codeOf(key))).toEqual(passed)
  expect(await subjects()).not.toContain('Um código de recuperação abriu a sua conta no Mascate')
})

test('new recovery codes are announced by mail, and the mail contains none of them', async () => {
  await setUp()
  await deliver()
  received.length = 0
  await signInAs(who.organization.owner)
  const renewed = await renewRecoveryCodesAction(envelope(who.organization), { password: PASSWORD })
  if (!renewed.ok) throw new Error(renewed.error)
  const [message, ...more] = await readEmails()
  expect(more).toEqual([])
  expect(message!.subject).toBe('Novos códigos de recuperação da sua conta no Mascate')
  for (const code of renewed.data.codes) expect(`${message!.text}${message!.html}`).not.toContain(code)
})

describe('a recovery code used at the sign-in is reported by mail, with the number of codes left', () => {
  const noticeEmails = async () =>
    (await readEmails())
      .filter(({ subject }) => subject === 'Um código de recuperação abriu a sua conta no Mascate')
      .map(({ text }) => /Resta[^.]*\.|Você não tem mais[^.]*\./.exec(text)?.[0])

  test('each time, and a refused one not at all', async () => {
    const { key, codes } = await setUp()
    await signIn()
    await pass(wrongOf(key))
    await pass('aaaa-bbbb-cc')
    expect(await noticeEmails()).toEqual([])
    await pass(codes[0]!)
    expect(await noticeEmails()).toEqual(['Restam 9 códigos de recuperação.'])
    await signIn()
    await pass(codes[1]!)
    expect(await noticeEmails()).toEqual(['Restam 9 códigos de recuperação.', 'Restam 8 códigos de recuperação.'])
  })

  test('also to who belongs to no company', async () => {
    const { codes } = await setUp()
    await addMember(who.organization, 'owner')
    await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [who.organization.organizationId])
      await owner.query('delete from membership where user_id = $1', [who.userId])
    })
    await signIn()
    expect(await pass(codes[0]!)).toMatchObject({ ok: true })
    expect(await noticeEmails()).toEqual(['Restam 9 códigos de recuperação.'])
  })
})
