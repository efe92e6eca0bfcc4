import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../lib/identity/auth/password'
import { withOrganization } from '../lib/core/db'
import type { TestOrganization } from '../lib/testing/factories/factories'
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
const security = '/dashboard/settings/security'

const words = {
  pt: {
    signIn: 'Entrar',
    turnOn: 'Ativar',
    next: 'Continuar',
    ownPassword: 'Sua senha',
    code: 'Código',
    confirmSetUp: 'Confirmar e ativar',
    kept: 'Guardei os códigos em um lugar seguro',
    keepFirst: 'Guarde os códigos antes de fechar',
    codes: 'Códigos de recuperação',
    done: 'Concluir',
    on: 'Ativa',
    appCode: 'Código do aplicativo',
    confirm: 'Confirmar',
    wrong: 'Este código não confere',
    useRecovery: 'Usar um código de recuperação',
    recoveryCode: 'Código de recuperação',
    left: 'Restam 9 códigos de recuperação.',
    goOn: 'Continuar',
    account: /^Sua conta/,
    signOut: 'Sair',
    endOne: /^Encerrar a sessão/,
    ended: 'Sua sessão terminou',
    thisSession: 'Esta sessão',
    newTab: 'Entrar em uma nova aba',
    title: 'Título',
  },
  en: {
    signIn: 'Sign in',
    turnOn: 'Turn on',
    next: 'Continue',
    ownPassword: 'Your password',
    code: 'Code',
    confirmSetUp: 'Confirm and turn on',
    kept: 'I have kept the codes in a safe place',
    keepFirst: 'Keep the codes before closing',
    codes: 'Recovery codes',
    done: 'Done',
    on: 'On',
    appCode: 'Code from the app',
    confirm: 'Confirm',
    wrong: 'This code is not right',
    useRecovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    left: '9 recovery codes are left.',
    goOn: 'Continue',
    account: /^Your account/,
    signOut: 'Sign out',
    endOne: /^End the session/,
    ended: 'Your session has ended',
    thisSession: 'This session',
    newTab: 'Sign in in a new tab',
    title: 'Title',
  },
} as const
type Words = (typeof words)['pt' | 'en']

/** Gives the company's owner a password to sign in with. */
async function givePassword(organization: TestOrganization): Promise<string> {
  const userId = organization.owner.userId!
  const hash = await hashPassword(password)
  await withOrganization(organization, (db) => db.$executeRaw`SELECT set_password(${userId}::uuid, ${hash}, NULL)`)
  return `${userId}@example.com`
}

const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signInWithPassword(page: Page, email: string, w: Words, path = security) {
  await page.goto(`/auth?callbackUrl=${encodeURIComponent(path)}`)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: w.signIn, exact: true }).click()
}

async function signOut(page: Page, w: Words) {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('button', { name: w.signOut, exact: true }).click()
  await page.waitForURL(/\/auth(\?|$)/)
}

/** Somebody comes back to a tab after a while. */
async function comeBack(page: Page) {
  await page.clock.fastForward(31_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

for (const { language, tag } of languagesOf('pt')) {
  const w = words[language]

  test(
    `the second step is set up, asked for at sign-in, and a recovery code stands in for the phone (${language})`,
    { tag },
    async ({ page, baseURL, organization }) => {
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const email = await givePassword(organization)
      await signInWithPassword(page, email, w)
      await page.waitForURL(`**${security}`)
      await expectAccessibleInFull(page)

      await page.getByRole('button', { name: w.turnOn, exact: true }).click()
      await page.getByLabel(w.ownPassword).fill(password)
      await page.getByRole('button', { name: w.next, exact: true }).click()
      await expect(page.getByRole('img', { name: 'QR' })).toBeVisible()
      await expectAccessible(page, 'the second step’s code')
      const key = (await page.getByRole('dialog').locator('p[translate=no]').innerText()).replace(/\s/g, '')
      // The app's earlier code, so that this step's and the next one's are still to be used; given early in its step, it stays good.
      await expect.poll(() => (Date.now() / 1000) % 30).toBeLessThan(24)
      await page.getByLabel(w.code, { exact: true }).fill(codeOf(key, -1))
      await page.getByRole('button', { name: w.confirmSetUp }).click()
      const shown = page.getByRole('list', { name: w.codes }).getByRole('listitem')
      await expect(shown).toHaveCount(10)
      const codes = await shown.allInnerTexts()
      await page.getByRole('button', { name: w.done }).click()
      await expect(page.getByText(w.keepFirst)).toBeVisible()
      await expectAccessible(page, 'recovery codes to be kept')
      await page.getByLabel(w.kept).check()
      await page.getByRole('button', { name: w.done }).click()
      await expect(page.getByText(w.on, { exact: true })).toBeVisible()

      await signOut(page, w)
      await signInWithPassword(page, email, w)
      await page.waitForURL('**/auth/second-step?callbackUrl=*')
      await expectAccessible(page, 'the second step at sign-in')
      await page.getByLabel(w.appCode).fill('000000')
      await page.getByRole('button', { name: w.confirm, exact: true }).click()
      await expect(page.getByText(w.wrong).first()).toBeVisible()
      await page.goto('/dashboard')
      await page.waitForURL('**/auth?callbackUrl=*')
      await page.goto(`/auth/second-step?callbackUrl=${encodeURIComponent(security)}`)
      await page.getByLabel(w.appCode).fill(codeOf(key).replace(/^(...)/, '$1 '))
      await page.getByRole('button', { name: w.confirm, exact: true }).click()
      await page.waitForURL(`**${security}`)

      await signOut(page, w)
      await signInWithPassword(page, email, w)
      await page.waitForURL('**/auth/second-step?callbackUrl=*')
      await page.getByRole('button', { name: w.useRecovery }).click()
      await page.getByLabel(w.recoveryCode, { exact: true }).fill(codes[0]!)
      await page.getByRole('button', { name: w.confirm, exact: true }).click()
      await expect(page.getByText(w.left)).toBeVisible()
      await expectAccessible(page, 'a recovery code that was used')
      await page.getByRole('link', { name: w.goOn, exact: true }).click()
      await page.waitForURL(`**${security}`)
      await expect(page.getByText(w.left)).toBeVisible()
    },
  )

  test(
    `ending another session signs its tab out when somebody comes back to it (${language})`,
    { tag },
    async ({ page, browser, baseURL, organization, signIn }) => {
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const email = await givePassword(organization)
      const elsewhere = await browser.newContext({
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      })
      const other = withListeners(await elsewhere.newPage())
      await dress(other, baseURL!, { language, colorScheme: 'light' })
      await other.clock.install()
      await signInWithPassword(other, email, w, '/dashboard/expenses')
      await other.waitForURL('**/dashboard/expenses')

      await signIn()
      await page.goto(security)
      await expect(page.getByText(w.thisSession, { exact: true })).toHaveCount(1)
      await expect(page.getByText('Firefox')).toBeVisible()
      await page.getByRole('button', { name: w.endOne }).filter({ visible: true }).first().click()
      await expect(page.getByText('Firefox')).toHaveCount(0)

      await comeBack(other)
      await other.waitForURL('**/auth?callbackUrl=%2Fdashboard%2Fexpenses')
      await elsewhere.close()
    },
  )

  test(
    `two tabs sign out together, and one with something typed keeps it (${language})`,
    { tag },
    async ({ page, context, baseURL, signIn }) => {
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      await signIn()
      await page.goto('/dashboard/expenses')
      const [idle, typing] = [withListeners(await context.newPage()), withListeners(await context.newPage())]
      await idle.goto('/dashboard/orders')
      await typing.goto('/dashboard/products/new')
      await typing.getByLabel(w.title).first().fill('Garrafa térmica')
      await signOut(page, w)
      await idle.waitForURL('**/auth?callbackUrl=%2Fdashboard%2Forders')
      await expect(typing.getByRole('alert').filter({ hasText: w.ended })).toBeVisible()
      await expect(typing.getByRole('link', { name: w.newTab })).toBeVisible()
      await expect(typing.getByLabel(w.title).first()).toHaveValue('Garrafa térmica')
      await expectAccessible(typing, 'a session that has ended')
    },
  )
}
