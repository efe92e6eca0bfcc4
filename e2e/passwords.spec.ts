import { hashPassword } from '../lib/identity/auth/password'
import { withOwner } from '../lib/testing/harnesses/database'
import { expectEmail, linkIn } from './fixtures/mail'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const password = 'trilho lento abre a porta'
const other = 'outra frase bem comprida'

const texts = {
  pt: {
    forgot: 'Esqueci a senha',
    send: 'Enviar link',
    sent: 'o link chega em instantes',
    newPassword: 'Nova senha',
    change: 'Trocar a senha',
    common: 'Esta senha é muito comum',
    wasReset: 'Senha trocada',
    over: 'Este link não serve mais',
    password: 'Senha',
    signIn: 'Entrar',
    wrong: 'E-mail ou senha incorretos',
    changeEmail: 'Trocar o e-mail',
    newEmail: 'Novo e-mail',
    yours: 'Sua senha',
    pending: 'Falta confirmar',
    useThis: 'Usar este e-mail',
    done: 'Sua conta já usa o novo e-mail',
    goOn: 'Continuar',
    current: 'Senha atual',
    save: 'Salvar senha',
    saved: 'Senha salva',
    emailChanged: 'Subject: O e-mail da sua conta no Mascate mudou',
  },
  en: {
    forgot: 'Forgot password',
    send: 'Send link',
    sent: 'the link arrives in a moment',
    newPassword: 'New password',
    change: 'Change password',
    common: 'This password is very common',
    wasReset: 'Password changed',
    over: 'This link no longer works',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'Wrong e-mail or password',
    changeEmail: 'Change e-mail',
    newEmail: 'New e-mail',
    yours: 'Your password',
    pending: 'is still to be confirmed',
    useThis: 'Use this e-mail',
    done: 'Your account now uses the new e-mail',
    goOn: 'Continue',
    current: 'Current password',
    save: 'Save password',
    saved: 'Password saved',
    emailChanged: 'Subject: The e-mail of your Mascate account has changed',
  },
}

for (const { language, tag } of languagesOf('en')) {
  const words = texts[language]

  test(
    `a member who forgot the password sets another by mail, and the old one is refused (${language})`,
    { tag },
    async ({ page, baseURL, organization }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const email = await giveAccount(organization.owner.userId!, language)
      const label = (name: string) => page.getByLabel(name, { exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })

      await page.goto('/auth')
      await label('E-mail').fill(email)
      await page.getByRole('link', { name: words.forgot }).click()
      await page.waitForURL('**/auth/forgot')
      await expect(label('E-mail')).toHaveValue(email)
      await button(words.send).click()
      await expect(page.getByRole('status').filter({ hasText: words.sent })).toBeVisible()
      await expectAccessible(page, 'a reset that was asked for')

      const link = await linkIn(email, '/auth/reset')
      await page.goto(link)
      await expectAccessible(page, 'a new password by mail')
      await label(words.newPassword).fill('Flamengo2024!')
      await button(words.change).click()
      await expect(page.getByRole('alert').filter({ hasText: words.common })).toBeFocused()
      await label(words.newPassword).fill(other)
      await button(words.change).click()
      await expect(page.getByRole('status').filter({ hasText: words.wasReset })).toBeVisible()
      await expectAccessibleInFull(page)

      await label('E-mail').fill(email)
      await label(words.password).fill(password)
      await button(words.signIn).click()
      await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeFocused()
      await label(words.password).fill(other)
      await button(words.signIn).click()
      await page.waitForURL('**/dashboard')
      await page.goto(link)
      await expect(page.getByRole('heading', { name: words.over })).toBeVisible()
      await expectAccessibleInFull(page)
    },
  )

  // Full form only: lib/identity/auth/passwords holds both; “who forgot the password…” sets one by mail.
  test(
    `a person changes the password and moves to another e-mail (${language})`,
    { tag: [...tag, '@full'] },
    async ({ page, baseURL, organization, signIn }, { project }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'dark' : 'light' })
      const old = await giveAccount(organization.owner.userId!, language)
      const email = `moved-${language}-${project.name}-${Date.now()}@example.com`
      await signIn()
      const dialog = page.getByRole('dialog')
      await page.goto('/dashboard/settings/security')

      // A page that is still waking up lets the first click pass by.
      const open = (name: string, field: string) =>
        expect(async () => {
          await page.getByRole('button', { name, exact: true }).click({ timeout: 5000 })
          await expect(dialog.getByLabel(field, { exact: true })).toBeVisible({ timeout: 5000 })
        }).toPass()
      await open(words.change, words.current)
      await dialog.getByLabel(words.current, { exact: true }).fill(password)
      await dialog.getByLabel(words.newPassword, { exact: true }).fill(other)
      await expectAccessibleInFull(page)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(dialog).toBeHidden()

      await open(words.changeEmail, words.newEmail)
      await dialog.getByLabel(words.newEmail, { exact: true }).fill(email)
      await dialog.getByLabel(words.yours, { exact: true }).fill(other)
      await expectAccessibleInFull(page)
      await dialog.getByRole('button', { name: words.send }).click()
      await expect(page.getByText(words.pending)).toBeVisible()
      await expectAccessibleInFull(page)

      await page.goto(await linkIn(email, '/auth/email'))
      await expectAccessibleInFull(page)
      await page.getByRole('button', { name: words.useThis }).click()
      await expect(page.getByText(words.done)).toBeVisible()
      await expectEmail(old, words.emailChanged)
      await page.getByRole('link', { name: words.goOn }).click()
      await page.waitForURL('**/dashboard/settings/security')
      await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
      await expect(page.getByText(words.pending)).toBeHidden()
    },
  )
}

/** A password and a language for the company's owner; answers their address. */
async function giveAccount(userId: string, language: string): Promise<string> {
  const passwordHash = await hashPassword(password)
  return withOwner(async (owner) => {
    const { rows } = await owner.query<{ email: string }>(
      'update app_user set password_hash = $2, language = $3 where id = $1 returning email::text',
      [userId, passwordHash, language],
    )
    return rows[0]!.email
  })
}
