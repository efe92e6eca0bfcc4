import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs } from '@/lib/testing/factories/factories'
import { beSomebody, codeOf, PASSWORD, setUp, who, wrongCode, wrongOf } from '@/lib/testing/harnesses/two-factor'
import { eraseAccountAction } from './actions'

beSomebody()

test('an account with a second step is erased by its code and the password alone, and a code opens once', async () => {
  const { key } = await setUp()
  await addMember(who.organization, 'owner')
  await signInAs(who.organization.owner)
  const erase = (input: { password?: string; code?: string }) => eraseAccountAction(envelope(who.organization), input)
  const isThere = async () =>
    (await inspect(who.organization.organizationId, 'SELECT 1 FROM membership WHERE user_id = $1', [who.userId]))
      .length > 0
  expect(await erase({ password: PASSWORD })).toEqual({
    ok: false,
    error: 'codeWrong',
    fields: { code: ['errors.codeIncomplete'] },
  })
  expect(await erase({ password: PASSWORD, code: wrongOf(key) })).toEqual(wrongCode)
  expect(await erase({ password: PASSWORD, code: codeOf(key, -1) })).toEqual(wrongCode)
  expect(await erase({ password: 'errada', code: codeOf(key) })).toMatchObject({ ok: false, error: 'passwordWrong' })
  expect(await isThere()).toBe(true)
  expect(await erase({ password: PASSWORD, code: codeOf(key) })).toEqual({
    ok: true,
    data: { to: '/auth?done=erased' },
  })
  expect(await isThere()).toBe(false)
})
