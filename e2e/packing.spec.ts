import type { Page } from '@playwright/test'
import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const packing = '/dashboard/minha-empresa/shopee-central/bancada'

/** A keyboard scanner: every letter within milliseconds, then Enter; it knows nothing of where the focus is. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code, { delay: 2 })
  await page.keyboard.press('Enter')
}
const field = (page: Page) => page.getByRole('textbox', { name: /^(Bipe|Scan)/ })
const stop = (page: Page) => page.getByRole('alertdialog')
const content = (page: Page) => page.getByRole('list', { name: 'Conteúdo do pacote' })

// At the desk alone: a field that a scanner types into holds the focus; a phone scans by camera.
test(
  'a packer scans label and products, is stopped by what must not go in, and closes the manifest',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const shirt = await addStockedProduct(organization, { sku: 'CAM-P', onHand: 20, barcodes: ['7891000100103'] })
    const cap = await addStockedProduct(organization, { sku: 'BON-U', onHand: 20 })
    const items = [
      { productId: shirt, quantity: 2 },
      { productId: cap, quantity: 1 },
    ]
    const parcel = await addParcel(organization, { items, printed: true, carrier: 'Shopee Xpress' })
    const cancelled = await addParcel(organization, { items, printed: true, status: 'cancelled' })
    await signIn('operator')
    await page.goto(packing)
    await expect(page.getByRole('table', { name: 'Impressas e não bipadas' })).toContainText(parcel.code)
    await expect(field(page)).toBeFocused()
    await expectAccessibleInFull(page)

    // The field takes the scanner back, whatever was clicked in between.
    await page.getByRole('heading', { name: 'Bancada de embalagem' }).click()
    await scan(page, cancelled.tracking)
    await expect(stop(page)).toContainText('Pedido cancelado')
    await expectAccessible(page, 'a parcel that must not go')
    await scan(page, parcel.tracking)
    await expect(stop(page)).toContainText('Pedido cancelado')
    await page.getByRole('button', { name: 'Entendi, separar este pacote' }).click()

    await scan(page, parcel.tracking)
    await expect(content(page)).toContainText('CAM-P')
    await expectAccessible(page, 'a parcel and its content')
    await scan(page, '7891000100103')
    await expect(content(page)).toContainText('1 / 2')
    await scan(page, 'ERRADO')
    await expect(stop(page)).toContainText('Produto errado')
    await page.getByRole('button', { name: 'Tirei do pacote, continuar' }).click()
    await expect(content(page)).toContainText('1 / 2')
    await scan(page, 'bon-u')
    await scan(page, 'cam-p')
    await expect(page.getByRole('status').filter({ hasText: `Pedido ${parcel.code} embalado` })).toBeVisible()

    await scan(page, parcel.number)
    await expect(stop(page)).toContainText('Já embalado')
    await page.getByRole('button', { name: 'Entendi, separar este pacote' }).click()

    await page.getByRole('button', { name: 'Fechar romaneio com 1 pacote' }).click()
    const closed = page.getByRole('table', { name: 'Romaneios fechados' })
    await expect(closed).toContainText('Nº 1')
    const pdf = await page.request.get((await closed.getByRole('link').getAttribute('href'))!)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await expectAccessibleInFull(page)
  },
)

test(
  'without a camera the bench says so, and typing works',
  { tag: '@phone-in-short' },
  async ({ page, organization, signIn }) => {
    const product = await addStockedProduct(organization, { sku: 'CX-100', onHand: 200 })
    const parcel = await addParcel(organization, { items: [{ productId: product, quantity: 40 }] })
    await signIn()
    await page.addInitScript(() => {
      const denied = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: denied, enumerateDevices: () => [] } })
    })
    await page.goto(packing)
    await page.getByRole('button', { name: 'Usar a câmera' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'não deixou usar a câmera' })).toBeVisible()
    await expectAccessible(page, 'no camera')
    await field(page).fill(parcel.code)
    await field(page).press('Enter')
    await page.getByLabel('Quantidade de Produto CX-100').fill('39')
    await page.getByLabel('Quantidade de Produto CX-100').press('Enter')
    await expect(content(page)).toContainText('39 / 40')
    await scan(page, 'cx-100')
    await expect(page.getByRole('status').filter({ hasText: 'embalado' })).toBeVisible()
  },
)
