import { withOrganization } from '../lib/db'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'
import { addListing, addOrders, addShop } from '../lib/testing/sales'
import { addStockedProduct } from '../lib/testing/stocked-product'

const screen = '/dashboard/minha-empresa/mapeamento-produtos'
const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString()

test(
  'listings are mapped by a click, by hand with what it does to orders, as a kit and back',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, signIn, organization }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'light' })
    await page.goto(screen)
    await expect(page.getByText('No listings yet')).toBeVisible()
    await expectAccessibleInFull(page)

    const { organizationId } = organization
    const shopId = await addShop(organization, 'Loja Centro')
    const bottle = await addListing(organization, shopId, 'Garrafa térmica inox 500 ml preta')
    const cup = await addListing(organization, shopId, 'Caneca cerâmica')
    await withOrganization({ organizationId }, (db) =>
      db.listing.update({
        where: { organizationId_id: { organizationId, id: cup } },
        data: { sku: 'CAN-1', priceCents: 2_990n, platformStock: 7 },
        select: { id: true },
      }),
    )
    await addOrders(organization, shopId, [
      { at: yesterday(), status: 'confirmed', cents: 19_900n, listingId: bottle },
      { at: yesterday(), status: 'delivered', cents: 9_900n, listingId: bottle },
      { at: yesterday(), status: 'confirmed', cents: 2_990n, listingId: cup },
    ])
    await addStockedProduct(organization, { sku: 'GAR-500', onHand: 10 })
    await addStockedProduct(organization, { sku: 'CAN-1', onHand: 10 })

    await page.goto(screen)
    const rows = page.getByRole('table', { name: 'Product mapping' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('Garrafa térmica inox')
    await expect(rows.nth(1)).toContainText('R$298.00')
    await expect(page.getByText('R$327.90 sold in 90 days')).toBeVisible()
    await expectAccessibleInFull(page)

    await page.getByRole('button', { name: /^Map Caneca cerâmica to/ }).click()
    await expect(page.getByText('Mapping saved. 1 order was adjusted')).toBeVisible()
    await expect(page.getByText('Caneca cerâmica', { exact: true })).toBeHidden()

    await page.getByRole('button', { name: 'Map Garrafa térmica inox 500 ml preta', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Compose a kit' }).click()
    await dialog.getByLabel('Kit SKU').fill('KIT-1')
    await dialog.getByLabel('Kit name').fill('Kit garrafa e caneca')
    for (const sku of ['GAR-500', 'CAN-1']) {
      await dialog.getByRole('combobox', { name: 'Add component' }).fill(sku)
      await dialog.getByRole('option', { name: sku }).first().click()
    }
    await dialog.getByLabel('Quantity of CAN-1 per kit').fill('2')
    await expectAccessible(page, 'a kit that is put together')
    await dialog.getByRole('button', { name: 'Create kit' }).click()
    await expect(dialog.getByText('1 open, R$199.00')).toBeVisible()
    await expect(dialog.getByText('1 shipped, R$99.00')).toBeVisible()
    await expect(dialog.getByText('CAN-1: reserves 2 more')).toBeVisible()
    await expectAccessible(page, 'what a mapping does to orders')
    await dialog.getByRole('button', { name: 'Save mapping' }).click()
    await expect(page.getByText('All mapped', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: /^Mapped/ }).click()
    await expect(rows.nth(2)).toContainText('3 available')
    await page.getByRole('button', { name: /^Mapping history of Garrafa/ }).click()
    await expect(dialog.getByText('By hand')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Kit garrafa e caneca' }).click()
    await expect(page.getByText('2 ×')).toBeVisible()
    await expectAccessibleInFull(page)
  },
)
