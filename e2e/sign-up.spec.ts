import { linkIn } from './fixtures/mail'
import {
  dress,
  expect,
  expectAccessible,
  expectAccessibleInFull,
  withListeners,
  languagesOf,
  test,
} from './fixtures/test'

const password = 'trilho lento abre a porta'

for (const { language, tag } of languagesOf('pt')) {
  const words = {
    pt: {
      name: 'Seu nome',
      company: 'Nome da empresa',
      password: 'Senha',
      create: 'Criar conta',
      show: 'Mostrar senha',
      common: 'Esta senha é muito comum',
      failed: 'Não foi possível confirmar',
      signIn: 'Entrar',
      wrong: 'E-mail ou senha incorretos',
      account: /^Sua conta/,
      signOut: 'Sair',
      ask: 'Confirmar a conta',
      askPassword: 'Senha do cadastro',
      confirmHere: 'Confirmar e entrar',
      notThis: 'Esta não é a senha escolhida',
    },
    en: {
      name: 'Your name',
      company: 'Company name',
      password: 'Password',
      create: 'Create account',
      show: 'Show password',
      common: 'This password is very common',
      failed: 'Could not confirm',
      signIn: 'Sign in',
      wrong: 'Wrong e-mail or password',
      account: /^Your account/,
      signOut: 'Sign out',
      ask: 'Confirm the account',
      askPassword: 'Sign-up password',
      confirmHere: 'Confirm and sign in',
      notThis: 'This is not the password chosen',
    },
  }[language]

  test(
    `a stranger registers, confirms, works, signs out and comes back to where they were going (${language})`,
    { tag },
    async ({ page, baseURL }, { project }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const email = `${language}-${project.name}-${Date.now()}@example.com`
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })

      await page.goto('/register')
      await expectAccessibleInFull(page)
      await field(words.name).fill('Ana')
      await field(words.company).fill('Loja da Ana')
      await field('E-mail').fill(email)
      await page.getByLabel(words.password, { exact: true }).fill('Flamengo2024!')
      await button(words.create).click()
      await expect(page.getByRole('alert').filter({ hasText: words.common })).toBeFocused()
      await expectAccessible(page, 'a password that is refused')
      await page.getByLabel(words.password, { exact: true }).fill(password)
      await button(words.show).click()
      await expect(field(words.password)).toHaveValue(password)
      await button(words.create).click()

      await page.waitForURL('**/verification')
      await expect(page.getByText(email)).toBeVisible()
      await expectAccessibleInFull(page)
      const link = await linkIn(email, '/auth/callback')
      await page.goto(link)
      await page.waitForURL('**/dashboard')
      await expect(page.getByRole('button', { name: words.account })).toBeVisible()

      await page.getByRole('button', { name: words.account }).click()
      await button(words.signOut).click()
      await page.waitForURL(/\/auth(\?|$)/)
      await page.goto(link)
      await expect(page.getByRole('heading', { name: words.failed })).toBeVisible()
      await expectAccessibleInFull(page)

      await page.goto('/dashboard/orders?status=shipped')
      await page.waitForURL('**/auth?callbackUrl=*')
      await expectAccessibleInFull(page)
      await field('E-mail').fill(email)
      await page.getByLabel(words.password, { exact: true }).fill('outra senha qualquer')
      await button(words.signIn).click()
      await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeFocused()
      await expectAccessible(page, 'a sign-in that is refused')
      await page.getByLabel(words.password, { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/dashboard/orders?status=shipped')
    },
  )

  test(
    `a link opened in another browser names the account and asks for its password (${language})`,
    { tag },
    async ({ page, browser, baseURL }, { project }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'dark' : 'light' })
      await page.goto('/register')
      await page.getByRole('textbox', { name: words.name, exact: true }).fill('Ana')
      await page.getByRole('textbox', { name: words.company, exact: true }).fill('Loja da Ana')
      const email = `other-${language}-${project.name}-${Date.now()}@example.com`
      await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
      await page.getByLabel(words.password, { exact: true }).fill(password)
      await page.getByRole('button', { name: words.create, exact: true }).click()
      await page.waitForURL('**/verification')
      const link = await linkIn(email, '/auth/callback')

      const elsewhere = await browser.newContext()
      const other = withListeners(await elsewhere.newPage())
      await dress(other, baseURL!, { language, colorScheme: 'light' })
      await other.goto(link)
      await expect(other.getByRole('heading', { name: words.ask })).toBeVisible()
      await expect(other.getByText('o…@example.com')).toBeVisible()
      await expectAccessible(other, 'a link opened elsewhere')
      await other.getByLabel(words.askPassword, { exact: true }).fill('outra senha qualquer')
      await other.getByRole('button', { name: words.confirmHere }).click()
      await expect(other.getByRole('alert').filter({ hasText: words.notThis })).toBeFocused()
      await other.getByLabel(words.askPassword, { exact: true }).fill(password)
      await other.getByRole('button', { name: words.confirmHere }).click()
      await other.waitForURL('**/dashboard')
      await elsewhere.close()
    },
  )
}
