import { addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { expect, expectAccessibleInFull, test } from './fixtures/test'

const path = '/dashboard/minha-empresa/analises'
const reais = /R\$\s[\d.]+,\d{2}/

async function sell(organization: TestOrganization) {
  const shop = await addShop(organization, 'Loja Azul')
  const [cup, plate] = [await addProduct(organization, 'CANECA'), await addProduct(organization, 'PRATO')]
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await addOrders(organization, shop, [
    { at: at(2), cents: 9000n, units: 3, productId: cup, unitCost: '10', charged: 900n, state: 'SP', buyer: 'a' },
    { at: at(5), cents: 1000n, productId: plate, state: 'MG', buyer: 'b' },
    {
      at: at(6),
      cents: 500n,
      productId: plate,
      status: 'cancelled',
      cancelReason: 'Out of Stock',
      cancelledBy: 'seller',
    },
  ])
}

test(
  'a seller walks the sections of the analytics, and takes one away as a file',
  { tag: '@phone-in-short' },
  async ({ page, signIn, organization }) => {
    await sell(organization)
    await signIn('owner')
    await page.goto(path)
    const ranking = page.getByRole('table', { name: 'Produtos, do que mais traz ao que menos traz' })
    await expect(ranking.getByRole('link', { name: 'Produto CANECA' })).toBeVisible()
    await expect(page.getByText('1 produto (0%–80%)')).toBeVisible()
    await expectAccessibleInFull(page)

    await page.getByRole('navigation', { name: 'Curva por' }).getByRole('link', { name: 'Margem' }).click()
    await expect(page).toHaveURL(/measure=profit/)
    await expect(page.getByText(/1 produto sem custo/)).toBeVisible()

    const tabs = page.getByRole('navigation', { name: 'Análises' })
    await tabs.getByRole('link', { name: 'Lucro' }).click()
    await page.getByRole('link', { name: 'Estado', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Lucro por estado' })).toContainText('MG')
    await expectAccessibleInFull(page)

    await tabs.getByRole('link', { name: 'Dia e hora' }).click()
    await expect(page.getByRole('rowheader', { name: /Segunda/ })).toBeVisible()
    await expectAccessibleInFull(page)

    await tabs.getByRole('link', { name: 'Cancelamentos e devoluções' }).click()
    await expect(page.getByRole('link', { name: 'Sem estoque' })).toBeVisible()
    await expectAccessibleInFull(page)

    await tabs.getByRole('link', { name: 'Preço e vendas' }).click()
    const chart = page.getByRole('slider', { name: /Preço médio de/ })
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', reais)
    await expectAccessibleInFull(page)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^preco-e-vendas-.*\.csv$/)
  },
)

// Full form only: cuts are read by lib/insight/analytics (views, abc), and filters live in an address in “filters live in the address and survive back and forward”.
test(
  'the cuts of the curve are part of the address',
  { tag: ['@desktop', '@full'] },
  async ({ page, signIn, organization }) => {
    await sell(organization)
    await signIn('owner')
    await page.goto(path)
    await page.getByLabel('Classe A até (%)').fill('50')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await expect(page).toHaveURL(/a=50/)
    await expect(page.getByText('(0%–50%)')).toBeVisible()
  },
)

// Full form only: lib/insight/analytics/sight holds that an operator gets no total, and canary that no page sends one.
test(
  'an operator sees how long the stock lasts, and nothing of the company’s totals',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn, organization }) => {
    await sell(organization)
    await signIn('operator')
    await page.goto(`${path}?tab=abc`)
    await expect(page.getByText('Os totais da empresa não aparecem para o seu papel')).toBeVisible()
    await expect(page.getByRole('table', { name: /Por quantos dias/ })).toContainText('CANECA')
    await expect(page.getByRole('main')).not.toContainText(reais)
  },
)

// Full form only: lib/insight/hub (areas, views) holds numbers, links and roles; roles.spec and screens ask for the page.
test(
  'the company’s home leads to each area and to what waits there, by role',
  { tag: '@full' },
  async ({ page, signIn, organization }) => {
    await sell(organization)
    await signIn('owner')
    await page.goto('/dashboard/minha-empresa/hub')
    const areas = page.getByRole('main').getByRole('list').first()
    await expect(areas.getByRole('heading', { name: 'Análises' })).toBeVisible()
    await expect(areas).toContainText('R$ 100,00')
    await expectAccessibleInFull(page)
    await areas.getByRole('link', { name: /estoque mínimo/ }).click()
    await expect(page).toHaveURL(/stock=low/)

    await signIn('operator')
    await page.goto('/dashboard/minha-empresa/hub')
    await expect(areas.getByRole('heading', { name: 'Análises' })).toBeVisible()
    await expect(areas.getByRole('heading', { name: 'Painel' })).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(reais)
  },
)
