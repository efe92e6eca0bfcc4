import { getLocale } from 'next-intl/server'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs, signOut, type TestOrganization } from '@/lib/testing/factories/factories'
import { cookies, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { setPreferencesAction } from './actions'
import { openSession } from './open-session'
import { getShownPreferences } from './shown-preferences'

let company: TestOrganization
beforeEach(async () => {
  signOut()
  company = await createTestOrganization()
})

const setCookies = async (values: Record<string, string>) => {
  const jar = await cookies()
  for (const [name, value] of Object.entries(values)) jar.set(name, value)
}
const asDocument = () => setRequestHeader('accept', 'text/html,application/xhtml+xml')
const cookie = async (name: string) => (await cookies()).get(name)?.value
const choose = async (preferences: Parameters<typeof setPreferencesAction>[0]) => {
  await signInAs(company.owner)
  expect(await setPreferencesAction(preferences)).toEqual({ ok: true, data: null })
}

test("a document is in the language, theme and scheme that the account's holder chose, whatever the cookies say", async () => {
  await choose({ language: 'en', theme: 'emerald', colorScheme: 'dark' })
  await setCookies({ language: 'pt', theme: 'crimson', 'color-scheme': 'light' })
  asDocument()
  expect(await getShownPreferences()).toEqual({
    language: 'en',
    theme: 'emerald',
    colorScheme: 'dark',
    account: { language: 'en', theme: 'emerald', colorScheme: 'dark' },
  })
  expect(await getLocale()).toBe('en')
})

test('fragments fetched into an open page match that page: the cookie decides', async () => {
  await choose({ language: 'en' })
  await setCookies({ language: 'pt' })
  expect(await getShownPreferences()).toMatchObject({ language: 'pt', account: { language: null } })
})

test('without a choice the cookie of the device holds, and without one the defaults', async () => {
  await signInAs(company.owner)
  asDocument()
  expect(await getShownPreferences()).toMatchObject({ language: 'pt', theme: 'ocean-blue', colorScheme: 'system' })
  await setCookies({ language: 'en', theme: 'golden', 'color-scheme': 'dark' })
  expect(await getShownPreferences()).toEqual({
    language: 'en',
    theme: 'golden',
    colorScheme: 'dark',
    account: { language: null, theme: null, colorScheme: null },
  })
})

test('choosing the default is a choice', async () => {
  await choose({ language: 'pt', theme: 'ocean-blue', colorScheme: 'system' })
  await setCookies({ language: 'en', theme: 'golden', 'color-scheme': 'dark' })
  asDocument()
  expect(await getShownPreferences()).toMatchObject({ language: 'pt', theme: 'ocean-blue', colorScheme: 'system' })
})

test('a sign-in brings what the person chose to the device, over what the device had', async () => {
  await choose({ language: 'en', theme: 'emerald' })
  signOut()
  await setCookies({ language: 'pt', theme: 'crimson', 'color-scheme': 'dark' })
  await openSession(company.owner.userId!, 'password')
  expect([await cookie('language'), await cookie('theme'), await cookie('color-scheme')]).toEqual([
    'en',
    'emerald',
    'dark',
  ])
})

test('a sign-in without a choice keeps the device’s earlier setting', async () => {
  await withOwner((db) => db.query(`update app_user set language = 'en' where id = $1`, [company.owner.userId]))
  await setCookies({ language: 'pt', theme: 'crimson' })
  await openSession(company.owner.userId!, 'password')
  expect([await cookie('language'), await cookie('theme')]).toEqual(['pt', 'crimson'])
})

test('a device that knows no language yet takes the one of the sign-up', async () => {
  await withOwner((db) => db.query(`update app_user set language = 'en' where id = $1`, [company.owner.userId]))
  await openSession(company.owner.userId!, 'password')
  expect([await cookie('language'), await cookie('theme')]).toEqual(['en', undefined])
})

test('a session that has ended leaves the page to the cookie', async () => {
  await choose({ language: 'en' })
  await withOwner((db) => db.query('update session set ended_at = now() where user_id = $1', [company.owner.userId]))
  await setCookies({ language: 'pt' })
  asDocument()
  expect((await getShownPreferences()).language).toBe('pt')
})
