import type { Page } from '@playwright/test'
import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const queue = '/dashboard/minha-empresa/shopee-central/bancada/fila'
/** The first six have both kinds of parcel and everything that goes wrong. */
const PARCELS = isFullProfile ? 20 : 6

/** A keyboard scanner: every letter within milliseconds, then Enter; it knows nothing of where the focus is. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code, { delay: 2 })
  await page.keyboard.press('Enter')
}
const content = (page: Page) => page.getByRole('list', { name: 'Conteúdo do pacote' })
const stop = (page: Page) => page.getByRole('alertdialog')

test(
  'a shift of parcels is packed by scanner alone, with a wrong product stopped and taken out',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const shirt = await addStockedProduct(organization, { sku: 'CAM-P', onHand: 90, barcodes: ['7891000100103'] })
    const cap = await addStockedProduct(organization, { sku: 'BON-U', onHand: 90 })
    await addStockedProduct(organization, { sku: 'CANECA', onHand: 5 })
    const parcels = []
    for (let made = 0; made < PARCELS; made += 1) {
      const items = [
        { productId: cap, quantity: 1 },
        { productId: shirt, quantity: 2 },
      ]
      parcels.push(await addParcel(organization, { items: items.slice(0, 1 + (made % 2)), printed: true }))
    }
    await signIn('operator')
    // As a tablet stands at the bench.
    if (isFullProfile) await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(queue)
    await expect(page.getByText(`Faltam ${PARCELS} pacotes`)).toBeVisible()
    await expect(content(page)).toBeVisible()
    await expectAccessibleInFull(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

    let isReloaded = false
    for (let packed = 0; packed < PARCELS; packed += 1) {
      const needsShirts = (await content(page).getByRole('listitem').count()) === 2
      const shown = await page.getByText(/^2411/).first().textContent()
      await scan(page, 'bon-u')
      if (packed === 1 || packed === 2)
        await scanWrong(
          page,
          parcels.find(({ code }) => code === shown)!,
          needsShirts,
        )
      if (needsShirts) {
        await expect(content(page)).toContainText('1 / 1')
        await scan(page, '7891000100103')
        await expect(content(page)).toContainText('1 / 2')
        if (!isReloaded) {
          isReloaded = true
          // In the middle of a parcel: the same one, with what was scanned of it.
          await page.reload()
          await expect(page.getByText('Página recarregada')).toBeVisible()
          await expect(page.getByText(shown!).first()).toBeVisible()
          await expect(content(page)).toContainText('1 / 2')
        }
        await scan(page, '7891000100103')
      }
      await expect(page.getByRole('status').filter({ hasText: `Pedido ${shown} embalado` })).toBeVisible()
      if (packed < PARCELS - 1) await expect(content(page)).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Tudo embalado' })).toBeVisible()
    await expect(page.getByText(`${PARCELS} embalados nesta tela`)).toBeVisible()
    await expectAccessible(page, 'all parcels packed')
  },
)

/** Only where something is left to be scanned: a parcel of one unit is packed by then. */
async function scanWrong(page: Page, parcel: { tracking: string }, isOpen: boolean) {
  if (!isOpen) return
  await scan(page, 'caneca')
  await expect(stop(page)).toContainText('Produto errado')
  await expect(stop(page)).toContainText('Produto CANECA')
  await expect(stop(page)).toContainText('2 × CAM-P')
  await expectAccessible(page, 'a wrong product in the queue')
  await scan(page, 'cam-p')
  await expect(stop(page)).toContainText('Produto errado')
  await scan(page, parcel.tracking)
  await expect(stop(page)).toHaveCount(0)
}

test(
  'two tablets show two parcels, and what is put off comes again',
  { tag: '@phone-in-short' },
  async ({ page, context, organization, signIn }) => {
    const product = await addStockedProduct(organization, { sku: 'CX-100', onHand: 200 })
    const items = [{ productId: product, quantity: 1 }]
    const codes = [await addParcel(organization, { items, printed: true })].map(({ code }) => code)
    codes.push((await addParcel(organization, { items, printed: true })).code)
    await signIn()
    await page.goto(queue)
    const first = page.getByText(codes[0]!)
    await expect(first).toBeVisible()
    const other = await context.newPage()
    await other.goto(queue)
    await expect(other.getByText(codes[1]!)).toBeVisible()
    await other.close()
    await page.getByRole('button', { name: 'Deixar para depois' }).click()
    await expect(first).toBeVisible()
    await expectAccessible(page, 'the packing queue with one parcel')
  },
)
