import { withOwner } from '@/lib/testing/harnesses/database'
import { google, openGoogle, signInWithGoogle } from '@/lib/testing/fakes/google'
import { openMailbox } from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { getPerson } from '../member'

openMailbox()
openGoogle()

let count = 0
const somebody = (picture?: string) => ({
  subject: `picture-${(count += 1)}`,
  email: `picture-${count}@example.com`,
  name: 'Ana Souza',
  picture,
})
const imageOf = (userId: string) =>
  withOwner(async (owner) => {
    const sql = 'select substring(image from 9 for 4) as kind from avatar where user_id = $1'
    const { rows } = await owner.query<{ kind: Buffer }>(sql, [userId])
    return rows.map(({ kind }) => kind.toString())
  })

test('the Google picture of a new person is their first one here, encoded again; a later one changes nothing', async () => {
  const ana = somebody(`${google.issuer}/picture.png`)
  await signInWithGoogle(ana)
  const person = (await getPerson())!
  expect(person.avatarId).not.toBeNull()
  expect(await imageOf(person.userId)).toEqual(['WEBP'])
  clearRequest()
  await signInWithGoogle({ ...ana, picture: `${google.issuer}/no-picture.png` })
  expect((await getPerson())!.avatarId).toBe(person.avatarId)
})

test.each([
  ['none', () => undefined],
  ['one that is no picture', () => `${google.issuer}/no-picture.png`],
  ['one that is gone', () => `${google.issuer}/gone.png`],
  ['one elsewhere', () => 'https://evil.example/picture.png'],
  ['one of a network of ours', () => 'http://169.254.169.254/picture.png'],
  ['no address', () => 'picture'],
])('%s prevents no sign-in', async (_, picture) => {
  await signInWithGoogle(somebody(picture()))
  const person = (await getPerson())!
  expect(person).toMatchObject({ displayName: 'Ana Souza', avatarId: null })
  clearRequest()
})
