import type { Page } from '@playwright/test'
import { withOwner } from '../lib/testing/harnesses/database'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { dress, expect, expectAccessible, expectAccessibleInFull, openFilters, test } from './fixtures/test'

const orderListPath = '/dashboard/minha-empresa/pedidos'
const links = (page: Page) => page.getByRole('table', { name: /Pedidos recentes|Recent orders/ }).getByRole('link')

const orders = 55

/** At 1280 × 800 the first row begins within 300 px, and eight rows are in sight as a whole. */
async function expectDense(page: Page) {
  const rows = page.getByRole('table', { name: /Pedidos recentes|Recent orders/ }).locator('tbody tr')
  const edges = await rows.evaluateAll((all) =>
    all.map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return { top: top + window.scrollY, bottom: bottom + window.scrollY }
    }),
  )
  expect(edges[0]!.top).toBeLessThanOrEqual(300)
  expect(edges.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(8)
}

test.beforeEach(async ({ organization, signIn }) => {
  const productId = await addStockedProduct(organization, {
    sku: 'GAR-1L',
    priceCents: 6_490n,
    onHand: 500,
    cost: '20',
  })
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId])
    await owner.query(
      `select place_order(jsonb_build_object('id', gen_random_uuid(), 'code', 'MAN-2026-' || lpad(n::text, 5, '0'), 'status', 'pending',
        'channelId', (select id from channel where organization_id = $1 limit 1), 'customerName', case n when 7 then 'Íris Mendonça' end,
        'lines', jsonb_build_array(jsonb_build_object('productId', $2::text, 'quantity', case when n % 5 = 0 then 3 else 1 end))))
      from generate_series(1, $3::int) n`,
      [organization.organizationId, productId, orders],
    )
    // Its guide is put away: a company that sells elsewhere alone.
    await owner.query(`update membership set guide_hidden_at = now() where organization_id = $1`, [
      organization.organizationId,
    ])
  })
  await signIn()
})

test(
  'a seller finds an order, keeps the filter, and comes back to it from the order',
  { tag: '@desktop-in-short' },
  async ({ page }) => {
    await page.goto(orderListPath)
    await expect(links(page)).toHaveCount(50)
    await expect(page.getByText('55 pedidos')).toBeVisible()
    if (page.viewportSize()?.width === 1280) await expectDense(page)
    await expectAccessibleInFull(page)

    await page.getByRole('searchbox').fill('mendonca')
    await expect(links(page)).toHaveCount(1)
    await page.getByRole('link', { name: /Busca: mendonca/ }).click()
    await expect(links(page)).toHaveCount(50)

    await openFilters(page)
    await page.getByRole('button', { name: /^Valor: / }).click()
    await page.getByLabel('De', { exact: true }).fill('100,00')
    await page.getByRole('button', { name: 'Aplicar' }).last().click()
    await expect(links(page)).toHaveCount(11)
    await page.getByRole('button', { name: 'Salvar filtro' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Grandes')
    await expectAccessible(page, 'a filter that is saved')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    const tab = page.getByRole('navigation', { name: 'Filtros salvos' }).getByRole('link', { name: 'Grandes' })
    await expect(tab).toHaveAttribute('aria-current', 'page')

    await links(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('MAN-')
    await page.getByRole('link', { name: 'Pedidos' }).first().click()
    await expect(links(page).first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('MAN-')
    await page.goBack()
    await expect(links(page)).toHaveCount(11)
  },
)

test('the whole desk by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(orderListPath)
  await expect(links(page)).toHaveCount(50)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  // Keys are heard once the page is awake.
  await expect(async () => {
    await press('/')
    await expect(page.getByRole('searchbox')).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('gar-1l')
  await expect(page).toHaveURL(/q=gar-1l/)
  await press('Tab')
  await links(page).first().focus()
  await expect(links(page).first()).toBeFocused()
  await press('j', 'ArrowDown', 'k')
  await expect(links(page).nth(1)).toBeFocused()
  await press('x', 'j', 'x')
  await expect(page.getByText('2 escolhidos')).toBeVisible()
  await expectAccessibleInFull(page)
  await press('ArrowRight')
  await expect(links(page)).toHaveCount(5)
  await expect(links(page).first()).toBeFocused()
  await expect(page.getByText('2 escolhidos')).toBeVisible()
  await press('ArrowLeft')
  await expect(links(page)).toHaveCount(50)

  const change = page.getByRole('button', { name: 'Mudar situação' })
  await change.focus()
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 pedidos escolhidos.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Mudar', exact: true }).focus()
  await press('Enter')
  await expect(dialog.getByText('2 pedidos mudaram')).toBeVisible()
  await expectAccessible(page, 'orders that changed together')
  await press('Escape')
  await expect(page.getByText('2 escolhidos')).toHaveCount(0)

  await links(page).nth(1).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pago')
})

test(
  'picked orders are printed, and a role without money sees no margin',
  { tag: '@desktop-in-short' },
  async ({ page, signIn, baseURL }) => {
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto(orderListPath)
    await expect(page.getByRole('columnheader', { name: 'Margin' })).toHaveCount(1)
    await page
      .getByRole('checkbox', { name: /^Pick order/ })
      .first()
      .check()
    await page.getByRole('link', { name: 'Packing slips' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Packing slips')
    await expect(page.getByText('GAR-1L', { exact: true }).first()).toBeVisible()
    await expectAccessible(page, 'packing slips')

    await signIn('operator')
    await page.goto(orderListPath)
    await expect(links(page)).toHaveCount(50)
    await expect(page.getByRole('columnheader', { name: 'Margin' })).toHaveCount(0)
    await expect(page.getByText('55 orders')).toHaveCount(0)
  },
)

// Full form only: “on a phone the rows are cards that can be picked” opens the desk at that size.
test(
  'on a phone the first order is in sight, and the filters are one touch away',
  { tag: ['@phone', '@full'] },
  async ({ page }) => {
    await page.goto(orderListPath)
    await expect(links(page)).toHaveCount(50)
    await expect(links(page).first()).toBeInViewport()
    const status = page.getByRole('button', { name: /^Situação: / })
    await expect(status).toBeHidden()
    await expect(async () => {
      await openFilters(page)
      await expect(status).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectAccessibleInFull(page)
    await status.click()
    await page.getByRole('option', { name: 'Novo' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Filtros: 1 ligado' })).toBeVisible()
  },
)

// Full form only: shortcuts.spec opens the sheet of keys, “the whole desk by keyboard alone” uses them.
test('the desk’s own keys stand in the one sheet of keys', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.goto(orderListPath)
  await page.getByRole('button', { name: 'Atalhos', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(sheet.getByRole('heading', { name: 'Nesta página' })).toBeVisible()
  await expect(sheet.getByText('Escolher o pedido')).toBeVisible()
  await expectAccessibleInFull(page)
})

test('on a phone the rows are cards that can be picked', { tag: '@phone' }, async ({ page }) => {
  await page.goto(orderListPath)
  await expectAccessibleInFull(page)
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).first()
  await expect(async () => all.check()).toPass()
  await expect(page.getByText('50 escolhidos')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  // Scrolled, the bar of what is picked lies over the filters, as it is meant to.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, 'picked orders on a phone')
})
