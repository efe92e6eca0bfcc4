import { withOrganization } from '../lib/core/db'
import { dress, expect, expectAccessible, expectAccessibleInFull, test, topOf } from './fixtures/test'
import { addListing, addOrders, addShop } from '../lib/testing/factories/sales'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'

const screen = '/dashboard/minha-empresa/mapeamento-produtos'
/** As long as the platform takes one: more than two lines hold. */
const longTitle =
  'Garrafa térmica inox 500 ml preta com tampa de rosca e alça de silicone para academia, trilha, viagem e escola inteira'
const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString()

test(
  'listings are mapped by a click, by hand with what it does to orders, as a kit and back',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, signIn, organization }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'light' })
    await page.goto(screen)
    await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
    await expectAccessibleInFull(page)

    const { organizationId } = organization
    const shopId = await addShop(organization, 'Loja Centro')
    const bottle = await addListing(organization, shopId, longTitle)
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
    if (page.viewportSize()?.width === 1280) {
      const heights = await rows.evaluateAll((all) => all.slice(1).map((row) => row.getBoundingClientRect().height))
      // 56 px, and the line between two rows.
      expect(Math.max(...heights)).toBeLessThanOrEqual(57)
      expect(await topOf(rows.nth(1))).toBeLessThanOrEqual(400)
    } else expect(await topOf(rows.nth(1))).toBeLessThanOrEqual(640)
    // The part that two lines cut is reached by the keyboard.
    const title = rows.nth(1).getByText(longTitle).first()
    const isWhole = () => title.evaluate((text) => text.scrollHeight <= text.clientHeight)
    if (page.viewportSize()?.width === 1280) expect(await isWhole()).toBe(false)
    await rows.nth(1).locator('summary').first().press('Enter')
    expect(await isWhole()).toBe(true)
    await expectAccessibleInFull(page)

    await page.getByRole('button', { name: /^Map Caneca cerâmica to/ }).click()
    await expect(page.getByText('Mapping saved. 1 order was adjusted')).toBeVisible()
    await expect(page.getByText('Caneca cerâmica', { exact: true })).toBeHidden()

    await page.getByRole('button', { name: `Map ${longTitle}`, exact: true }).click()
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

test(
  'products come out of listings: one is mended, all are made in the background, and taken back',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, signIn, organization }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'light' })
    const { organizationId } = organization
    const shopId = await addShop(organization, 'Loja Centro')
    await addStockedProduct(organization, { sku: 'CAN-1', barcodes: ['7891234567895'] })
    const listings = [
      { title: 'Garrafa térmica inox', sku: 'GAR-500', platformStock: 7, priceCents: 9_900n },
      { title: 'Caneca cerâmica', sku: 'CANECA', gtin: '07891234567895' },
      { title: 'Prato raso' },
    ]
    for (const { title, ...data } of listings) {
      const id = await addListing(organization, shopId, title)
      const where = { organizationId_id: { organizationId, id } }
      await withOrganization({ organizationId }, (db) => db.listing.update({ where, data, select: { id: true } }))
    }

    await page.goto(screen)
    await expect(page.getByText('3 listings are without a product.')).toBeVisible()
    await expectAccessible(page, 'listings without a product')
    await page.getByRole('button', { name: 'Make products from 3 listings' }).click()
    await expect(page.getByRole('heading', { name: 'Products from your listings' })).toBeVisible()
    await expect(page.getByText('Without a SKU. Type one.')).toBeVisible()
    await expectAccessible(page, 'products that listings would become')
    await page.getByLabel('SKU of Prato raso').fill('PRA-1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 new products' })).toBeVisible()
    await page.getByRole('link', { name: /^Already in the catalogue/ }).click()
    await expect(page.getByText('Same EAN')).toBeVisible()
    await page.getByLabel('Take the platform’s stock as the opening count of 1 product').check()
    await page.getByRole('button', { name: 'Make 2 products' }).click()
    await expect(page.getByText('2 products made.')).toBeVisible()
    await expect(page.getByText('1 opening count booked.')).toBeVisible()
    await expectAccessible(page, 'products that were made')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 products taken back.')).toBeVisible()
    await page.goto(screen)
    await expect(page.getByRole('button', { name: 'Make products from 3 listings' })).toBeVisible()
  },
)
