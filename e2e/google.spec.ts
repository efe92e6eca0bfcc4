import type { Page } from '@playwright/test'
import { hashPassword } from '../lib/identity/auth/password'
import { withOwner } from '../lib/testing/harnesses/database'
import { consent } from './fixtures/google'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const password = 'trilho lento abre a porta'

const texts = {
  pt: {
    google: 'Continuar com Google',
    retry: 'Tentar de novo com Google',
    failed: 'Não foi possível entrar com Google',
    denied: 'Você não autorizou',
    unverified: 'O Google ainda não confirmou o e-mail',
    refused: 'não pôde ser reconhecida como do Google',
    expired: 'já foi usada ou demorou demais',
    company: 'Qual é a sua empresa?',
    companyName: 'Nome da empresa',
    createCompany: 'Criar empresa',
    account: /^Sua conta/,
    signOut: 'Sair',
    link: 'Vincular Google',
    linked: 'Vinculada a',
    notLinked: 'Nenhuma conta do Google',
    password: 'Sua senha',
    goOn: 'Continuar com Google',
    linkFailed: 'Não foi possível vincular o Google',
    toSecurity: 'Voltar para Segurança',
    unlink: 'Desvincular',
    unlinkGoogle: 'Desvincular o Google',
  },
  en: {
    google: 'Continue with Google',
    retry: 'Try again with Google',
    failed: 'Could not sign in with Google',
    denied: 'You did not allow',
    unverified: 'Google has not confirmed',
    refused: 'could not be recognized as Google',
    expired: 'was already used or took too long',
    company: 'What is your company?',
    companyName: 'Company name',
    createCompany: 'Create company',
    account: /^Your account/,
    signOut: 'Sign out',
    link: 'Link Google',
    linked: 'Linked to',
    notLinked: 'No Google account',
    password: 'Your password',
    goOn: 'Continue with Google',
    linkFailed: 'Could not link Google',
    toSecurity: 'Back to Security',
    unlink: 'Unlink',
    unlinkGoogle: 'Unlink Google',
  },
}

for (const { language, tag } of languagesOf('en')) {
  const words = texts[language]
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  test(
    `a newcomer enters with Google, names the company, and comes back by Google alone (${language})`,
    { tag },
    async ({ page, baseURL }, { project }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const email = `google-${language}-${project.name}-${Date.now()}@example.com`
      await page.goto('/register')
      await button(page, words.google).click()
      await consent(page, { email })
      await page.waitForURL('**/auth/company')
      await expect(page.getByRole('heading', { name: words.company })).toBeVisible()
      await expectAccessibleInFull(page)
      await page.getByLabel(words.companyName).fill('Loja da Ana')
      await button(page, words.createCompany).click()
      await page.waitForURL('**/dashboard')

      await page.getByRole('button', { name: words.account }).click()
      await button(page, words.signOut).click()
      await page.waitForURL(/\/auth(\?|$)/)
      await page.goto('/dashboard/orders?status=shipped')
      await page.waitForURL('**/auth?callbackUrl=*')
      await button(page, words.google).click()
      await consent(page, { email })
      await page.waitForURL('**/dashboard/orders?status=shipped')
    },
  )

  // Full form only: lib/identity/auth/google/google.integration links and opens it, “a member links Google…” reads the security page.
  test(
    `Google opens an account of the same confirmed address, and says so on the security page (${language})`,
    { tag: [...tag, '@full'] },
    async ({ page, baseURL, organization }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'dark' : 'light' })
      const email = `${organization.owner.userId}@example.com`
      await page.goto('/auth?callbackUrl=/dashboard/settings/security')
      await button(page, words.google).click()
      await consent(page, { email })
      await page.waitForURL('**/dashboard/settings/security')
      await expect(page.getByText(`${words.linked} ${email}`)).toBeVisible()
    },
  )

  // Full form only: lib/identity/auth/google refuses each of them; “a member links Google…” is denied in the browser, screens reads the page that says so.
  test(
    `a failure at Google is reported with a way on, and opens nothing (${language})`,
    { tag: [...tag, '@full'] },
    async ({ page, context, baseURL }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const email = `refused-${language}-${Date.now()}@example.com`
      await page.goto('/auth')
      await button(page, words.google).click()
      const failures = [
        [{ deny: true }, words.denied],
        [{ lie: 'unverifiedEmail' }, words.unverified],
        [{ lie: 'wrongNonce' }, words.refused],
        [{ lie: 'foreignIssuer' }, words.refused],
        [{ lie: 'expiredToken' }, words.expired],
      ] as const
      const isRefused = async (message: string) => {
        await page.waitForURL('**/auth/callback?error=*')
        await expect(page.getByRole('heading', { name: words.failed })).toBeVisible()
        await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
        await expectAccessibleInFull(page)
        expect((await context.cookies()).filter(({ name }) => name.endsWith('session-token'))).toEqual([])
      }
      for (const [how, message] of failures) {
        await consent(page, { email, ...how })
        await isRefused(message)
        await button(page, words.retry).click()
      }
      const answer = page.waitForRequest('**/api/auth/callback/google?*')
      await consent(page, { email, lie: 'codeTwice' })
      await page.waitForURL('**/auth/company')
      const used = new URL((await answer).url())

      // Its code in the answer to another request, as somebody would have it who saw the address; then the very same answer.
      await context.clearCookies({ name: /session-token$/ })
      await page.goto('/auth')
      await button(page, words.google).click()
      await page.waitForURL('**/authorize?*')
      const another = new URL(used)
      another.searchParams.set('state', new URL(page.url()).searchParams.get('state')!)
      for (const address of [another, used]) {
        await page.goto(address.toString())
        await isRefused(words.expired)
      }
      await button(page, words.retry).click()
      await consent(page, { email })
      await page.waitForURL('**/auth/company')
    },
  )

  test(
    `a member links Google with the password, sees when it fails, and unlinks it (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'dark' : 'light' })
      const hash = await hashPassword(password)
      await withOwner((owner) =>
        owner.query('update app_user set password_hash = $2 where id = $1', [organization.owner.userId, hash]),
      )
      await signIn()
      const visit = async (look = async () => {}) => {
        await button(page, words.link).click()
        await page.getByRole('dialog').getByLabel(words.password).fill(password)
        await look()
        await button(page, words.goOn).click()
      }
      await page.goto('/dashboard/settings/security')
      await expect(page.getByText(words.notLinked)).toBeVisible()
      await visit(() => expectAccessible(page, 'the password before Google is linked'))
      await consent(page, { email: 'ana@gmail.example', deny: true })
      await expect(page.getByRole('heading', { name: words.linkFailed })).toBeVisible()
      await expectAccessible(page, 'Google not linked')
      await page.getByRole('link', { name: words.toSecurity }).click()
      await visit()
      const email = `linked-${Date.now()}@gmail.example`
      await consent(page, { email })
      await page.waitForURL('**/dashboard/settings/security')
      await expect(page.getByText(`${words.linked} ${email}`)).toBeVisible()
      await expectAccessibleInFull(page)
      await button(page, words.unlink).click()
      await page.getByRole('dialog').getByLabel(words.password).fill(password)
      await button(page, words.unlinkGoogle).click()
      await expect(page.getByText(words.notLinked)).toBeVisible()
    },
  )
}
