import { addListing, addOrders, addShop } from '../lib/testing/factories/sales'
import { visitorOf } from './fixtures/requests'
import { expect, test, testByHttp as byHttp } from './fixtures/test'

const reais = /R\$\s[\d.]+,\d{2}/

test(
  'a seller reads a period, asks how a figure is made and opens the orders behind it',
  { tag: '@phone-in-short' },
  async ({ page, signIn }) => {
    await signIn('demo')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Vendas' })).toBeVisible()

    const period = page.getByRole('group', { name: /período/i })
    await period.getByRole('link', { name: '7 dias' }).click()
    await expect(page).toHaveURL(/period=7d/)
    await expect(period.getByRole('link', { name: '7 dias' })).toHaveAttribute('aria-current', 'true')

    const metrics = page.getByRole('region', { name: 'Resumo do período' })
    const sales = metrics
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Vendas', exact: true }) })
    await expect(sales).toContainText(reais)
    await sales.getByRole('button').click()
    await expect(page.getByText(/nem pendentes nem cancelados/).first()).toBeVisible()
    await page.keyboard.press('Escape')

    const shown = reais.exec((await sales.textContent()) ?? '')?.[0] ?? 'no amount'
    await sales.getByRole('link', { name: 'Vendas' }).click()
    await expect(page).toHaveURL(/\/dashboard\/orders\?.*valid=1/)
    await expect(page.getByText(shown).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\?.*period=7d/)

    const month = page.getByRole('article', { name: /^Este mês/ })
    const profit = month.getByRole('link', { name: /Lucro/ })
    const left = reais.exec((await profit.textContent()) ?? '')?.[0] ?? 'no amount'
    await profit.click()
    await expect(page).toHaveURL(/painel\?period=custom/)
    await expect(page.getByRole('region', { name: 'Resumo do resultado' })).toContainText(left)
  },
)

// Full form only: “a seller walks the sections of the analytics” reads a chart by the same keys.
test('the chart is read with the arrow keys and as a table', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('demo')
  await page.goto('/dashboard')
  const chart = page.getByRole('slider', { name: /Vendas de/ })
  await chart.focus()
  const last = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
  await expect(chart).toHaveAttribute('aria-valuetext', reais)
  await page.getByText('Ver em tabela').click()
  await expect(page.getByRole('region', { name: /Vendas de/ }).getByRole('row')).toHaveCount(31)
})

// Full form only: screens reads the empty dashboard; where it leads is a link.
test('a company without orders is led to its first ones', { tag: ['@phone', '@full'] }, async ({ page, signIn }) => {
  await signIn('owner')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Da sua loja ao lucro de verdade' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Conectar loja' })).toBeVisible()
  await page.getByRole('link', { name: 'Importar pedidos' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders\/import$/)
})

byHttp(
  'an operator is led to the day’s work and sees no company totals',
  { tag: '@desktop' },
  async ({ baseURL, openSession, organization }) => {
    const shop = await addShop(organization, 'Loja')
    const listingId = await addListing(organization, shop, 'Anúncio')
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    await addOrders(organization, shop, [
      { at: yesterday, status: 'confirmed', shipBy: yesterday, cents: 777n, listingId },
    ])

    const operator = visitorOf(baseURL!, await openSession('operator'))
    const { location, body } = await operator('/dashboard')
    const ledTo = location ?? /NEXT_REDIRECT;\w+;([^;]+)/.exec(body)?.[1]
    expect(ledTo).toMatch(/shopee-central$/)
    const work = (await operator(ledTo!)).body
    expect(work).toMatch(/<a [^>]*href="\/dashboard\/minha-empresa\/shopee-central"(?:(?!<\/a>).)*>1</s)
    expect(`${body} ${work}`).not.toContain('7,77')

    const owner = visitorOf(baseURL!, await openSession())
    expect((await owner('/dashboard')).body).toContain('7,77')
  },
)
