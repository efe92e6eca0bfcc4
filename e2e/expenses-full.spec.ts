import { addDays, formatDay, localDay } from '../lib/core/dates'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const path = '/dashboard/minha-empresa/despesas'
const today = localDay(new Date(), 'America/Sao_Paulo')

test(
  'an expense repeats, is changed with those after it, marked with others, and deleted with undo',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn()
    await page.goto(`${path}?new=1`)
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Descrição').fill('Aluguel')
    await drawer.getByLabel('Valor').fill('1.850')
    await drawer.getByLabel('Repetição').selectOption({ label: 'Todo mês' })
    await drawer.getByLabel('Até quando').selectOption({ label: 'Número de vezes' })
    await drawer.getByLabel('Vezes').fill('3')
    await expectAccessible(page, 'an expense that repeats')
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('3 despesas adicionadas com sucesso')).toBeVisible()
    const rows = page.getByRole('row').filter({ hasText: 'Aluguel' })
    await expect(rows).toHaveCount(3)
    await expectAccessibleInFull(page)

    await rows.first().getByRole('link', { name: 'Aluguel', exact: true }).click()
    await drawer.getByLabel('Valor').fill('2.000')
    await drawer.getByLabel('Esta e as próximas não pagas').check()
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Despesa atualizada com sucesso')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'R$ 2.000,00' })).toHaveCount(3)

    await page.getByRole('checkbox', { name: 'Selecionar Aluguel' }).first().check()
    await page.getByRole('checkbox', { name: 'Selecionar Aluguel' }).last().check()
    await page.getByRole('button', { name: 'Marcar como pagas' }).click()
    const toast = (said: string) => page.getByRole('status').filter({ hasText: said })
    const undo = { name: 'Desfazer' }
    await toast('2 despesas marcadas como pagas').getByRole('button', undo).click()
    await expect(page.getByText('2 despesas marcadas como pendentes')).toBeVisible()

    await rows.first().getByRole('link', { name: 'Aluguel', exact: true }).click()
    await drawer.getByRole('button', { name: 'Excluir' }).click()
    const asking = page.getByRole('alertdialog')
    await asking.getByLabel('Todas as não pagas').check()
    await asking.getByRole('button', { name: 'Excluir' }).click()
    // It stays as long as it is pointed at.
    await toast('Despesas excluídas').hover()
    await expect(rows).toHaveCount(0)
    await toast('Despesas excluídas').getByRole('button', undo).click()
    await expect(rows).toHaveCount(3)
  },
)

test(
  'instalments share a total, a receipt opens, and the calendar is walked by keys',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, signIn }, info) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto(`${path}?new=1`)
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Title').fill('Shelves')
    await drawer.getByLabel('Amount').fill('100')
    await drawer.getByLabel('Repeats').selectOption({ label: 'In instalments' })
    await expect(drawer.getByText('R$33.34')).toBeVisible()
    const receipt = { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }
    await drawer.locator('input[type=file]').setInputFiles(receipt)
    await expect(drawer.getByText('note.pdf')).toBeVisible()
    await expectAccessible(page, 'instalments and a receipt')
    await drawer.getByRole('button', { name: 'Save' }).click()
    const first = page.getByRole('row').filter({ hasText: '1 of 3' })
    await expect(first).toContainText('R$33.34')
    const href = await first.getByRole('link', { name: 'Open receipt of Shelves' }).getAttribute('href')
    const file = await page.request.get(href!)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])

    await page.getByRole('navigation', { name: 'View as' }).getByRole('link', { name: 'Calendar' }).click()
    await expect(page.getByText(/Sum of the month/)).toBeVisible()
    await expectAccessibleInFull(page)
    if (info.project.name === 'desktop') {
      const day = (of: string) =>
        page.getByRole('grid').getByRole('link', { name: new RegExp(`^${formatDay(of, 'en')}`) })
      await day(today).focus()
      const step = today.endsWith('-01') ? 1 : -1
      await page.keyboard.press(step > 0 ? 'ArrowRight' : 'ArrowLeft')
      await expect(day(addDays(today, step))).toBeFocused()
      await page.keyboard.press('PageDown')
      await expect(page).toHaveURL(/month=/)
      await expect(page.getByRole('grid').getByText('R$33.33', { exact: true })).toBeVisible()
    } else await expect(page.getByRole('link', { name: /R\$33\.34/ })).toBeVisible()
  },
)
