import { addMember, createTestOrganization, signInAs } from '../lib/testing/factories/factories'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { withOrganization } from '../lib/core/db'
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

const words = {
  pt: {
    invite: 'Convidar pessoa',
    email: 'E-mail',
    role: 'Papel',
    operator: 'Operador',
    send: 'Enviar convite',
    name: 'Seu nome',
    password: 'Senha',
    join: 'Criar conta e entrar',
    people: 'Pessoas',
    change: 'Mudar o papel de Bia',
    finance: 'Financeiro',
    save: 'Salvar',
    remove: 'Remover Bia',
    confirm: 'Remover da empresa',
    removed: 'Bia saiu da empresa',
    nowhere: 'Qual é a sua empresa?',
    used: 'Este convite já foi usado.',
    refused: 'Seu papel não abre esta página',
  },
  en: {
    invite: 'Invite person',
    email: 'E-mail',
    role: 'Role',
    operator: 'Operator',
    send: 'Send invitation',
    name: 'Your name',
    password: 'Password',
    join: 'Create account and join',
    people: 'People',
    change: 'Change the role of Bia',
    finance: 'Finance',
    save: 'Save',
    remove: 'Remove Bia',
    confirm: 'Remove from the company',
    removed: 'Bia has left the company',
    nowhere: 'What is your company?',
    used: 'This invitation has been used already.',
    refused: 'Your role does not open this page',
  },
} as const

for (const { language, tag } of languagesOf('en')) {
  const word = words[language]

  test(
    `an invited person joins by the email, works in the role they were given, and is out when removed (${language})`,
    { tag },
    async ({ page, browser, baseURL, signIn }, { project }) => {
      const look = { language, colorScheme: language === 'pt' ? 'light' : 'dark' } as const
      await dress(page, baseURL!, look)
      await signIn()
      const email = `bia-${language}-${project.name}-${Date.now()}@example.com`
      const list = page.getByRole('table', { name: word.people })

      await page.goto('/dashboard/settings/people')
      await page.getByRole('button', { name: word.invite }).click()
      await expectAccessible(page, 'inviting a person')
      await page.getByRole('textbox', { name: word.email }).fill(email)
      await page.getByRole('combobox', { name: word.role }).selectOption(word.operator)
      await page.getByRole('button', { name: word.send, exact: true }).click()
      await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible()
      await expectAccessibleInFull(page)
      const link = await linkIn(email, '/auth/invitation')

      const theirs = await browser.newContext({ ...project.use, baseURL })
      const guest = withListeners(await theirs.newPage())
      await dress(guest, baseURL!, look)
      await guest.goto(link)
      await expectAccessible(guest, 'an invitation')
      await expect(guest.getByRole('textbox', { name: word.email })).toHaveValue(email)
      await guest.getByRole('textbox', { name: word.name }).fill('Bia')
      await guest.getByLabel(word.password, { exact: true }).fill(password)
      await guest.getByRole('button', { name: word.join }).click()
      await guest.waitForURL('**/dashboard/minha-empresa/shopee-central')
      await guest.goto('/dashboard/expenses')
      await expect(guest.getByRole('heading', { name: word.refused })).toBeVisible()
      await guest.goto(link)
      await expect(guest.getByText(word.used)).toBeVisible()

      await page.reload()
      await expect(list.getByRole('row', { name: /Bia/ })).toContainText(word.operator)
      await page.getByRole('button', { name: word.change }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: word.role }).selectOption(word.finance)
      await expectAccessible(page, 'changing a role')
      await page.getByRole('dialog').getByRole('button', { name: word.save }).click()
      await expect(list.getByRole('row', { name: /Bia/ })).toContainText(word.finance)
      await guest.goto('/dashboard/expenses')
      await expect(guest.getByRole('heading', { name: word.refused })).toHaveCount(0)

      await page.getByRole('button', { name: word.remove }).click()
      await page.getByRole('button', { name: word.confirm }).click()
      await expect(page.getByText(word.removed)).toBeVisible()
      await expect(list.getByRole('row', { name: /Bia/ })).toHaveCount(0)
      await guest.goto('/dashboard/expenses')
      await expect(guest.getByRole('heading', { name: word.nowhere })).toBeVisible()
      await expectAccessibleInFull(guest)
      await theirs.close()
    },
  )
}

// Full form only: components/shell/organization-switcher and lib/identity/organizations hold it.
test(
  'a member of two companies switches between them, and sees which one is about to end',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, organization, signIn }) => {
    const other = await createTestOrganization(`Segunda ${Date.now()}`)
    const { organizationId } = other
    await withOrganization(other.owner, async (db) => {
      await db.membership.create({
        data: { organizationId, userId: organization.owner.userId!, role: 'viewer' },
        select: { userId: true },
      })
      await db.organization.update({
        where: { id: organizationId },
        data: { deletionAt: new Date(Date.now() + 7 * 86_400_000) },
        select: { id: true },
      })
    })
    await addMember(organization, 'viewer')
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await signIn()
    await page.goto('/dashboard/settings/organization')
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: /Trocar de empresa$/ }).click()
    await expect(page.getByText('Exclusão marcada')).toBeVisible()
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: /^Segunda/ }).click()
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('complementary', { name: 'Exclusão marcada' })).toContainText('Segunda')
    await expectAccessibleInFull(page)
    await page.goto('/dashboard/settings/people')
    await expect(page.getByRole('heading', { name: 'Seu papel não abre esta página' })).toBeVisible()
  },
)

// Full form only: renew-session.integration.test.ts holds the renewal, use-action.test.tsx what a form keeps.
test(
  'an action that renews the session brings its answer to a form that keeps what was typed, and the next one is saved',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, organization }) => {
    await addStockedProduct(organization, { sku: 'GAR-1', onHand: 1 })
    const member = await addMember(organization, 'manager')
    const { cookie } = await signInAs(member)
    const secret = async () => (await page.context().cookies()).find(({ name }) => name === cookie.name)?.value
    await page.context().addCookies([{ ...cookie, url: baseURL!, httpOnly: true, sameSite: 'Lax' }])
    await dress(page, baseURL!, { language: 'en', colorScheme: 'light' })
    await page.goto('/dashboard/products/new')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    const sku = page.getByLabel('SKU')
    const save = page.getByRole('button', { name: 'Save' }).first()
    await title.fill('Garrafa térmica')
    await sku.fill('GAR-1')
    await page.getByLabel('Price').fill('89.90')
    await withOrganization(organization, (db) =>
      db.membership.updateMany({ where: { userId: member.userId! }, data: { role: 'admin' } }),
    )

    await save.click()
    await expect(page.getByText('A product with this SKU already exists').first()).toBeVisible()
    expect(await secret()).not.toBe(cookie.value)
    await expect(title).toHaveValue('Garrafa térmica')
    await expect(sku).toHaveValue('GAR-1')
    await expect(page.getByLabel('Price')).toHaveValue('89.90')

    await sku.fill('GAR-2')
    await save.click()
    await expect(page.getByText('Product created successfully')).toBeVisible()
    await page.getByRole('heading', { level: 1, name: 'Garrafa térmica' }).waitFor()
  },
)
