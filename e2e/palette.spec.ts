import { addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import { expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

test(
  'everything is found and opened from the keyboard alone',
  { tag: '@desktop' },
  async ({ page, signIn, organization }) => {
    const shop = await addShop(organization, 'Loja Azul')
    const cup = await addProduct(organization, 'CANECA-7')
    await addOrders(organization, shop, [{ at: new Date().toISOString(), productId: cup }])
    await signIn('owner')
    await page.goto('/dashboard/products')
    const search = page.getByRole('searchbox').first()
    await search.focus()

    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox', { name: /Buscar pedido/ })
    await expect(input).toBeFocused()
    await expect(page.getByRole('option', { name: 'Novo pedido' })).toBeVisible()
    await expectAccessible(page, 'the palette')
    await page.keyboard.press('Escape')
    await expect(input).toHaveCount(0)
    await expect(search).toBeFocused()

    await page.keyboard.press('Control+k')
    await input.fill('caneca')
    const product = page.getByRole('option', { name: /CANECA-7/ })
    await expect(product).toBeVisible()
    await expectAccessibleInFull(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/dashboard/products/${cup}`))

    await page.keyboard.press('Control+k')
    await input.fill('expenses')
    await expect(page.getByRole('option', { name: 'Despesas' }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/despesas|expenses/)
  },
)

test(
  'on a phone the search takes the whole screen, and a touch opens what is found',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /Buscar pedido/ }).click()
    const panel = page.getByRole('dialog')
    await page.getByRole('combobox').fill('curva')
    await expectAccessible(page, 'the palette on a phone')
    const box = await panel.getByRole('listbox').boundingBox()
    expect(box!.width).toBe(page.viewportSize()!.width)
    await page.getByRole('option', { name: 'Análises' }).click()
    await expect(page).toHaveURL(/minha-empresa\/analises/)
  },
)

// Full form only: lib/insight/palette/find and app/api/palette/list-entries hold it for every role.
test('no role is offered a page that it may not open', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/dashboard/products')
  await page.getByRole('button', { name: /Buscar pedido/ }).click()
  await expect(page.getByRole('option', { name: 'Produtos', exact: true })).toBeVisible()
  for (const name of ['Novo pedido', 'Conectar loja', 'Pessoas', 'Painel'])
    await expect(page.getByRole('option', { name, exact: true })).toHaveCount(0)
})
