import type { Page } from '@playwright/test'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { authorizationProblems } from '../lib/connect/shops/schema'
import { inspect } from '../lib/testing/harnesses/database'
import { decideAuthorization, makePlatformShop } from './fixtures/platform'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
type Language = keyof typeof texts

const named = (text: string, name: string) => text.replace('{name}', name)
/** In the list of shops: the card of pushes below it has a row for each as well. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first()

async function saveShop(page: Page, language: Language, name: string) {
  const { shops } = texts[language]
  await page.goto('/dashboard/shops')
  await page.getByRole('button', { name: shops.actions.connect }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(shops.form.name).fill(name)
  await drawer.getByRole('button', { name: shops.form.save }).click()
  await expect(page.getByText(shops.created)).toBeVisible()
}

async function leaveForPlatform(page: Page, language: Language, name: string) {
  const { shops } = texts[language]
  await page.getByRole('button', { name: named(shops.actions.authorizeNamed, name) }).click()
  await page.waitForURL(/\/auth\?/)
}

for (const { language, tag } of languagesOf('pt'))
  test(
    `a shop is saved, authorized on the platform's page, tested, synced and disconnected (${language})`,
    { tag },
    async ({ page, baseURL, signIn }) => {
      const { shops, errors } = texts[language]
      const number = await makePlatformShop('Minha Loja Oficial')
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/shops')
      await expect(page.getByRole('heading', { name: shops.first.title })).toBeVisible()
      await expect(page.getByText(shops.sandbox.text)).toBeVisible()
      await expectAccessibleInFull(page)

      await page.getByRole('button', { name: shops.actions.connect }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('button', { name: shops.form.save }).click()
      await expect(drawer.getByRole('alert')).toContainText(errors.shopRequired)
      await expectAccessible(page, 'a shop that is refused')
      await drawer.getByLabel(shops.form.name).fill('Loja Dois')
      await drawer.getByLabel(shops.form.platform).selectOption('amazon')
      await drawer.getByRole('button', { name: shops.form.save }).click()
      await expect(rowOf(page, 'Loja Dois')).toContainText(shops.platforms.amazon)
      await expect(drawer).toHaveCount(0)
      await page.getByRole('button', { name: named(shops.actions.authorizeNamed, 'Loja Dois') }).click()
      await expect(page.getByText(errors.platformNotSupported).first()).toBeVisible()

      await page.getByRole('button', { name: shops.actions.connect }).click()
      await drawer.getByLabel(shops.form.name).fill('Loja Um')
      await drawer.getByRole('button', { name: shops.form.save }).click()
      await expect(page.getByText(shops.created)).toBeVisible()
      const row = rowOf(page, 'Loja Um')
      await expect(row).toContainText(shops.status.pending)
      await expect(drawer).toHaveCount(0)
      await expectAccessibleInFull(page)

      await leaveForPlatform(page, language, 'Loja Um')
      await decideAuthorization(page, { shopId: number, days: 20 })
      await expect(page.getByRole('status').filter({ hasText: shops.authorized })).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard\/shops$/)
      await expect(row).toContainText(shops.status.active)
      await expect(row).toContainText(
        language === 'pt' ? 'Autorize de novo em 20 dias' : 'Authorize again within 20 days',
      )
      await expectAccessibleInFull(page)

      const more = row.getByRole('button', { name: named(shops.actions.moreNamed, 'Loja Um') })
      await more.click()
      await page.getByRole('button', { name: shops.actions.sync }).click()
      await expect(page.getByText(shops.synced)).toBeVisible()
      await more.click()
      await page.getByRole('button', { name: shops.actions.test }).click()
      const dialog = page.getByRole('dialog', { name: named(shops.test.title, 'Loja Um') })
      await expect(dialog).toContainText(shops.test.works)
      await expect(dialog).toContainText('Minha Loja Oficial')
      await expectAccessible(page, 'a connection that was tested')
      await dialog.getByRole('button', { name: texts[language].common.close }).last().click()

      await page.goto('/dashboard/minha-empresa/lojas')
      const card = page.getByRole('article').filter({ hasText: 'Loja Um' })
      await expect(card.getByRole('heading', { name: shops.card.stock })).toBeVisible()
      await expect(card).toContainText(shops.streams.orders)
      await expectAccessibleInFull(page)
      await card.getByRole('button', { name: named(shops.actions.moreNamed, 'Loja Um') }).click()
      await page.getByRole('button', { name: shops.actions.disconnect, exact: true }).click()
      const asking = page.getByRole('alertdialog')
      await expect(asking).toContainText(shops.disconnect.stays)
      await expectAccessible(page, 'disconnecting a shop')
      await asking.getByRole('button', { name: shops.disconnect.confirm }).click()
      const done = page.getByRole('dialog', { name: named(shops.disconnect.done, 'Loja Um') })
      await expect(done.getByRole('link', { name: shops.disconnect.cancelPage })).toHaveAttribute(
        'href',
        /\/cancel_auth\?/,
      )
      await done.getByRole('button', { name: texts[language].common.close }).last().click()
      await expect(card).toContainText(shops.status.disconnected)
    },
  )

test(
  'a fault in the return from the platform is shown on the page, and nothing changes',
  { tag: '@desktop' },
  async ({ page, signIn, organization }) => {
    const { shops, errors } = pt
    const [number, other] = [await makePlatformShop('Certa'), await makePlatformShop('Errada')]
    await signIn()
    await saveShop(page, 'pt', 'Loja Um')
    await inspect(organization.organizationId, 'UPDATE shop SET external_shop_id = $1', [number])
    const row = rowOf(page, 'Loja Um')
    const expectRefused = async (text: string) => {
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
      await expect(row).toContainText(shops.status.pending)
    }
    await page.goto('/api/shopee/callback?code=x&shop_id=1')
    await expectRefused(errors.shopStateMissing)

    await leaveForPlatform(page, 'pt', 'Loja Um')
    await decideAuthorization(page, { shopId: number, deny: true })
    await expectRefused(errors.shopDenied)

    await leaveForPlatform(page, 'pt', 'Loja Um')
    const returned = page.waitForRequest(/\/api\/shopee\/callback/)
    await decideAuthorization(page, { shopId: other })
    const address = (await returned).url()
    await expectRefused(errors.shopOther)
    await page.goto(address)
    await expectRefused(errors.shopStateReused)
  },
)

// Full form only: a page for each of many codes; “what is wrong with the way back…” shows four, lib/connect/shops/authorization-refusals makes all.
for (const { language, tag } of languagesOf('en'))
  test(
    `each problem of the way back has words of its own (${language})`,
    { tag: [...tag, '@full'] },
    async ({ page, baseURL, signIn }) => {
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const seen = new Set<string>()
      for (const code of authorizationProblems) {
        await page.goto(`/dashboard/shops?failed=${code}`)
        const alert = page.getByRole('alert').filter({ hasText: texts[language].errors[code] })
        await expect(alert).toBeVisible()
        seen.add((await alert.textContent())!)
      }
      expect(seen.size).toBe(authorizationProblems.length)
      await expect(page).toHaveURL(/\/dashboard\/shops$/)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(texts[language].errors[authorizationProblems.at(-1)!])).toHaveCount(0)
    },
  )

// Full form only: the role matrix refuses the calls, canary asks for the page.
test(
  'a role that may not connect shops reads them, and sees who can',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }) => {
    await signIn()
    await saveShop(page, 'pt', 'Loja Um')
    await signIn('viewer')
    await page.goto('/dashboard/shops')
    await expect(rowOf(page, 'Loja Um')).toContainText(pt.shops.status.pending)
    await expect(page.getByText(pt.shops.askOwner.split('{')[0]!)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.goto('/dashboard/shops?new=1')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)
