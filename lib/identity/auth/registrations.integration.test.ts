import { env } from '@/lib/core/env'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import {
  deliver,
  findUser,
  newcomer,
  OTHER_PASSWORD,
  PASSWORD,
  received,
  registerAndRead,
  tokenIn,
  openMailbox,
} from '@/lib/testing/fakes/mailbox'
import { clearRequest, cookies, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { confirmAction, registerAction, resendLinkAction, signInAction } from './actions'
import { describeLink } from './describe-link'
import { getMember } from './member'
import { pendingCookie } from './pending-cookie'
import { readEncryptedCookie } from './encrypted-cookie'

openMailbox()

test('registering again before confirming: the link of each registration works in the browser that made it', async () => {
  const { person, token } = await registerAndRead()
  await registerAction({ ...person, password: OTHER_PASSWORD })
  await deliver()
  expect(await confirmAction({ token: tokenIn(received.at(-1)!) })).toMatchObject({ ok: true })
  expect(await confirmAction({ token })).toEqual({ ok: false, error: 'linkUsed' })
  clearRequest()
  expect(await signInAction({ email: person.email, password: PASSWORD })).toMatchObject({ error: 'credentialsInvalid' })
  expect(await signInAction({ email: person.email, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
})

test.each(['before', 'after'])(
  'registering another’s address %s them gives neither their link, nor their account, nor their company’s name',
  async (when) => {
    const stranger = { ...newcomer(), displayName: 'Estranho', companyName: 'Alheia', password: OTHER_PASSWORD }
    const person = { ...newcomer(), email: stranger.email }
    const tokens = new Map<object, string>()
    for (const who of when === 'before' ? [stranger, person] : [person, stranger]) {
      clearRequest()
      tokens.set(who, (await registerAndRead(who)).token)
    }
    clearRequest()
    const token = tokens.get(person)!
    expect(await confirmAction({ token, password: OTHER_PASSWORD })).toMatchObject({ error: 'linkPasswordWrong' })
    expect(await confirmAction({ token, password: PASSWORD })).toMatchObject({ ok: true })
    const { displayName, organizationName, organizationId } = (await getMember())!
    expect({ displayName, organizationName }).toEqual({ displayName: 'Ana', organizationName: 'Loja da Ana' })
    expect(await inspect(organizationId, 'select name from legal_entity')).toEqual([{ name: 'Loja da Ana' }])
    clearRequest()
    expect(await confirmAction({ token: tokens.get(stranger)!, password: OTHER_PASSWORD })).toEqual({
      ok: false,
      error: 'linkUsed',
    })
    const signIn = (password: string) => signInAction({ email: person.email, password })
    expect(await signIn(OTHER_PASSWORD)).toMatchObject({ error: 'credentialsInvalid' })
    expect(await signIn(PASSWORD)).toMatchObject({ ok: true })
  },
)

test('opening the email of a stranger’s registration activates nothing without its password, and guessing is limited', async () => {
  const { person, token } = await registerAndRead()
  clearRequest()
  expect(await describeLink(token)).toEqual({
    email: person.email.replace(/^ana-\d+/, 'a…'),
    displayName: 'Ana',
    needsPassword: true,
  })
  expect(await confirmAction({ token })).toEqual({ ok: false, error: 'linkNeedsPassword' })
  for (let i = 0; i < 8; i += 1)
    expect(await confirmAction({ token, password: `errada demais ${i}` })).toEqual({
      ok: false,
      error: 'linkPasswordWrong',
    })
  expect(await confirmAction({ token, password: PASSWORD })).toEqual({ ok: false, error: 'tooManyRequests' })
  expect(await getMember()).toBeNull()
  expect((await findUser(person.email)).verified_at).toBeNull()
})

test('a link never takes the place of another person’s living session without their click', async () => {
  const { owner } = await createTestOrganization()
  const { token } = await registerAndRead()
  const pending = (await cookies()).get(pendingCookie.name)!.value
  await signInAs(owner)
  ;(await cookies()).set(pendingCookie.name, pending)
  expect(await describeLink(token)).toMatchObject({ signedInAs: `${owner.userId}@example.com`, needsPassword: false })
  expect(await confirmAction({ token })).toEqual({ ok: false, error: 'signedInAsOther' })
  expect(await getMember()).toMatchObject({ userId: owner.userId })
  expect(await confirmAction({ token, replace: true })).toMatchObject({ ok: true })
  expect(await getMember()).toMatchObject({ displayName: 'Ana' })
})

test('a link on screen is shown to the browser that registered alone, on the installation’s own computer', async () => {
  const url = env().SMTP_URL
  env().SMTP_URL = undefined
  try {
    const person = newcomer()
    const shown = async () => (await readEncryptedCookie(pendingCookie))?.link
    await registerAction(person)
    expect(await shown()).toMatch(/\/auth\/callback\?token=/)
    await resendLinkAction({})
    const link = (await shown())!
    expect(await confirmAction({ token: 'made up' })).toMatchObject({ error: 'linkUnknown' })
    clearRequest()
    await resendLinkAction({ email: person.email })
    expect(await readEncryptedCookie(pendingCookie)).toEqual({ email: person.email })
    await signInAction({ email: person.email, password: PASSWORD })
    expect(await shown()).toBeDefined()
    clearRequest()
    setRequestHeader('host', '192.168.0.7:3000')
    const visitor = newcomer()
    expect(await registerAction(visitor)).toMatchObject({ ok: true })
    expect(await shown()).toBeUndefined()
    clearRequest()
    const token = new URL(link).searchParams.get('token')!
    expect(await confirmAction({ token, password: PASSWORD })).toMatchObject({ ok: true })
  } finally {
    env().SMTP_URL = url
  }
})
