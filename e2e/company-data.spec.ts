import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

test(
  'a company fills in its CNPJ, its tax rate, what it sold before and its stock rules',
  { tag: '@phone' },
  async ({ page, baseURL, signIn }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await page.goto('/dashboard/settings/entities')
    const card = page.getByRole('article').first()
    await expect(card.getByText('Falta o CNPJ')).toBeVisible()
    await expectAccessibleInFull(page)

    await card.getByRole('button', { name: /^Editar Empresa/ }).click()
    const drawer = page.getByRole('dialog')
    const document = drawer.getByLabel('CNPJ', { exact: false }).last()
    await document.pressSequentially('12abc34501de36')
    await expect(document).toHaveValue('12.ABC.345/01DE-36')
    await drawer.getByLabel('Inscrição estadual').fill('isento')
    await drawer.getByLabel('UF').selectOption('SP')
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(document).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, 'a CNPJ that is refused')
    await document.fill('12.ABC.345/01DE-35')
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Cadastro salvo')).toBeVisible()
    await expect(card).toContainText('CNPJ 12.ABC.345/01DE-35')
    await expect(card.getByText('Falta o CNPJ')).toHaveCount(0)

    await card.getByRole('button', { name: /^Regime e alíquotas/ }).click()
    await drawer.getByRole('textbox', { name: 'Vale a partir de' }).fill('01/01/2026')
    await drawer.getByText('Estimar a alíquota pelo faturamento').click()
    await drawer.getByLabel('Faturamento dos últimos 12 meses').fill('600.000')
    await expect(drawer.getByText('3ª faixa do Anexo I')).toBeVisible()
    await expectAccessible(page, 'a tax rate by turnover')
    await drawer.getByRole('button', { name: 'Usar 7,19%' }).click()
    await expect(drawer.getByLabel('Alíquota efetiva (%)')).toHaveValue('7,19')
    await drawer.getByRole('button', { name: 'Adicionar alíquota' }).click()
    await expect(page.getByText('Alíquota salva')).toBeVisible()
    await expect(drawer.getByRole('list', { name: 'Alíquotas por data' })).toContainText('7,19%')
    await expect(drawer.getByText('em vigor')).toBeVisible()
    await drawer.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(card).toContainText('Simples Nacional · 7,19%')

    await card.getByRole('button', { name: /^Faturamento anterior/ }).click()
    const months = drawer.getByRole('textbox')
    await expect(months).toHaveCount(12)
    await months.first().evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '1.000,50\n0\n2.000\n')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(months.nth(2)).toHaveValue('2.000,00')
    await expect(drawer.getByText('Soma de 3 de 12 meses')).toBeVisible()
    await expectAccessible(page, 'twelve months sold before')
    await drawer.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Faturamento anterior salvo')).toBeVisible()
    await expect(card).toContainText(/R\$\s3\.000,50/)

    await page.goto('/dashboard/settings/stock')
    await page.getByLabel('Estoque baixo até').fill('8')
    await page.getByLabel('Aceitar pedidos manuais acima do disponível').check()
    await page.getByRole('button', { name: 'Salvar' }).first().click()
    await expect(page.getByText('Regras de estoque salvas')).toBeVisible()
    await expectAccessibleInFull(page)
    await page.reload()
    await expect(page.getByLabel('Estoque baixo até')).toHaveValue('8')
    await expect(page.getByLabel('Aceitar pedidos manuais acima do disponível')).toBeChecked()
  },
)

// Full form only: lib/identity/settings/entities holds channels and archiving; “a company fills in its CNPJ…” walks the page and its drawers.
test(
  'a channel is made, goes over to a second record, and the first can then be archived',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/settings/entities')
    await page.getByRole('button', { name: 'New CNPJ or CPF' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name or legal name').fill('Branch')
    await drawer.getByLabel('Kind').selectOption('cpf')
    await drawer.getByLabel('CPF', { exact: false }).last().fill('529.982.247-25')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Legal entity created')).toBeVisible()
    const branch = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Branch' }) })
    const first = page.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: 'Branch' }) })
    await expect(branch).toContainText('CPF 529.982.247-25')

    await branch.getByRole('button', { name: 'New channel of Branch' }).click()
    await drawer.getByLabel('Channel name').fill('Fair')
    await drawer.getByLabel('Fee (%)').fill('2.5')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(branch).toContainText('Manual channel · fee of 2.5%')
    await expectAccessibleInFull(page)

    await first.getByRole('button', { name: /^Archive Empresa/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText(/There are still shops or channels here: Venda direta/)).toBeVisible()
    await first.getByRole('button', { name: 'Move Venda direta to another legal entity' }).click()
    await expect(drawer.getByLabel('To')).toHaveValue(/.+/)
    await expectAccessibleInFull(page)
    await drawer.getByRole('button', { name: 'Move' }).click()
    await expect(branch).toContainText('Venda direta')
    await first.getByRole('button', { name: /^Archive Empresa/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('heading', { name: 'Archived' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectAccessibleInFull(page)
  },
)

// Full form only: lib/identity/settings/settings holds saving and sight; “a company fills in its CNPJ…” saves a form of the same kind.
test(
  'the company’s name and time zone are changed; who may not change them reads them',
  { tag: ['@desktop', '@full'] },
  async ({ page, signIn }) => {
    await signIn()
    await page.goto('/dashboard/settings/organization')
    await page.getByLabel('Nome da empresa').fill('Armarinho Sol')
    await page.getByLabel('Fuso horário').selectOption({ label: 'Manaus · Horário do Amazonas' })
    await page.getByRole('button', { name: 'Salvar' }).first().click()
    await expect(page.getByText('Dados da empresa salvos')).toBeVisible()
    await expectAccessibleInFull(page)
    await signIn('viewer')
    await page.goto('/dashboard/settings/organization')
    await expect(page.getByRole('main').getByText('Armarinho Sol', { exact: true })).toBeVisible()
    await expect(page.getByText('Manaus · Horário do Amazonas')).toBeVisible()
    await expect(page.getByLabel('Nome da empresa')).toHaveCount(0)
  },
)
