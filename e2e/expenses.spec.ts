import { localDay } from '../lib/core/dates'
import { inspect } from '../lib/testing/harnesses/database'
import { addExpense } from '../lib/testing/harnesses/export-harness'
import { dress, expect, expectAccessibleInFull, openFilters, test } from './fixtures/test'

test(
  'an expense is added, paid, undone, edited and deleted',
  { tag: '@phone-in-short' },
  async ({ page, baseURL, signIn }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/expenses')
    await expect(page.getByText('No expenses yet')).toBeVisible()
    await page.getByRole('link', { name: 'New expense' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByRole('alert')).toContainText('Title and amount are required')
    await expectAccessibleInFull(page)

    await drawer.getByLabel('Title').fill('Rent')
    await drawer.getByLabel('Amount').fill('1,850')
    await drawer.getByLabel('Type').selectOption({ label: 'Fixed' })
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Expense added successfully')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'Rent' })
    await expect(row).toContainText('R$1,850.00')
    await expect(row).toContainText('Fixed')
    await expect(drawer).toHaveCount(0)
    await expectAccessibleInFull(page)

    await row.getByRole('button', { name: 'Mark as paid: Rent' }).click()
    // It stays as long as it is pointed at.
    await page.getByText('Expense marked as paid').hover()
    await expect(row.getByRole('button', { name: 'Paid. Mark as unpaid: Rent' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Expense marked as pending')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Mark as paid: Rent' })).toBeVisible()

    await row.getByRole('link', { name: 'Rent' }).click()
    await drawer.getByLabel('Title').fill('Depot rent')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Expense updated successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Depot rent' }).click()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Expense deleted')).toBeVisible()
    await expect(page.getByText('No expenses yet')).toBeVisible()
  },
)

// Full form only: “a SKU that exists is refused at its field with the input kept” holds the same of a form, lib/core/money and lib/core/dates what is wrong.
test(
  'an invalid input is reported at its field and kept, in Portuguese',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }) => {
    await signIn()
    await page.goto('/dashboard/expenses?new=1')
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Descrição').fill('Caixas')
    await drawer.getByLabel('Valor').fill('1,234')
    await drawer.getByRole('textbox', { name: 'Vencimento' }).fill('31/02/2026')
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(drawer.getByLabel('Valor')).toHaveAttribute('aria-invalid', 'true')
    await expect(drawer.getByRole('textbox', { name: 'Vencimento' })).toHaveAttribute('aria-invalid', 'true')
    await expect(drawer.getByLabel('Descrição')).toHaveValue('Caixas')
    await expectAccessibleInFull(page)
  },
)

test(
  'filters live in the address and survive back and forward',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const today = localDay(new Date(), 'America/Sao_Paulo')
    await addExpense(organization, 'Aluguel', 10_000n, today)
    await addExpense(organization, 'DAS', 10_000n, today)
    await inspect(organization.organizationId, `UPDATE expense SET kind = 'tax' WHERE description = 'DAS'`)
    await signIn()
    await page.goto('/dashboard/expenses')
    await openFilters(page)
    await page.getByRole('button', { name: /^Tipo:/ }).click()
    await page.getByRole('option', { name: 'Imposto' }).click()
    await expect(page).toHaveURL(/kind=tax/)
    await expect(page.getByRole('row').filter({ hasText: 'Aluguel' })).toHaveCount(0)
    await openFilters(page)
    await page.getByRole('button', { name: /^Vencimento:/ }).click()
    await page.getByRole('link', { name: 'Mês que vem' }).click()
    await expect(page.getByText('Nenhum resultado')).toBeVisible()
    await expectAccessibleInFull(page)
    await page.goBack()
    await expect(page.getByRole('row').filter({ hasText: 'DAS' })).toBeVisible()
    await page.getByRole('link', { name: 'Limpar tudo' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Aluguel' })).toBeVisible()
  },
)

// Full form only: canary asks every role for every page and looks for the denial.
test('a role that may not read money is informed of it', { tag: ['@phone', '@full'] }, async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/dashboard/expenses')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nova despesa' })).toHaveCount(0)
})
