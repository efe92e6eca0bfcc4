import type { Page } from '@playwright/test'
import pt from '../messages/pt-BR.json'
import { byKeyboard, byPointer, type Hands } from './fixtures/hands'
import * as market from './fixtures/marketplace'
import { pressPlatform, waitForTracking } from './fixtures/platform'
import { inspect } from '../lib/testing/harnesses/database'
import { expect, expectAccessible, test } from './fixtures/test'

const { bench: packing, dispatch, orderProfit, shops } = pt
const BARCODE = '7891000100103'

const ways: [string, string, (page: Page) => Hands][] = [
  ['by mouse', '@desktop', () => byPointer],
  ['by keyboard alone', '@desktop', byKeyboard],
  ['on a phone', '@phone', () => byPointer],
]

for (const [way, tag, handsOf] of ways)
  test(
    `a parcel goes from arranging its shipment to its payout ${way}`,
    { tag: [tag, '@full'] },
    async ({ page, signIn, organization }, info) => {
      test.setTimeout(600_000)
      await signIn()
      const { press, check, choose } = handsOf(page)
      const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) })
      const order = await test.step('an order with a valid invoice waits to be arranged', async () => {
        const shopId = await market.connectShop(page, 3)
        const listing = await market.mapProduct(page, organization, 9, BARCODE)
        const bought = await market.buyThere(organization, shopId, { ...listing, quantity: 1, isPaid: true })
        await market.expectStage(page, bought, 'invoicePending')
        await market.sendInvoice(page, bought)
        await market.expectStage(page, bought, 'toShip')
        return { ...bought, sku: listing.sku }
      })
      const { code } = order
      const row = page.getByRole('row').filter({ hasText: code })
      const pick = () => check(page.getByRole('checkbox', { name: dispatch.list.select.replace('{code}', code) }))
      const actions = page.getByRole('group', { name: dispatch.bulk.label })

      await test.step('its shipment is arranged', async () => {
        await page.goto(market.central)
        await pick()
        await picture('picked')
        await press(actions.getByRole('button', { name: dispatch.bulk.ship }))
        const dialog = page.getByRole('dialog')
        await choose(dialog.getByLabel(dispatch.ship.method, { exact: true }), 'dropoff')
        await picture('shipment')
        await expectAccessible(page, 'how a shipment leaves')
        await press(dialog.getByRole('button', { name: 'Organizar 1 pedido' }))
        await expect(row).toContainText(dispatch.stageBadge.label, { timeout: 60_000 })
      })

      const tracking = await test.step('its label is printed', async () => {
        await waitForTracking(code)
        await pick()
        await press(actions.getByRole('button', { name: dispatch.bulk.labels }))
        await expect(row).toContainText(dispatch.stageBadge.printed, { timeout: 60_000 })
        await picture('printed')
        const sql = 'SELECT tracking_number AS tracking FROM package WHERE order_id = $1::uuid'
        return (await inspect<{ tracking: string }>(organization.organizationId, sql, [order.id]))[0]!.tracking
      })

      await test.step('it is packed', async () => {
        await press(page.getByRole('navigation', { name: 'Salas da central' }).getByRole('link', { name: /^Bancada/ }))
        await page.waitForURL('**/bancada')
        const field = page.getByRole('textbox', { name: /^Bipe/ })
        // At the desk the field waits for the scanner; on a phone it is touched.
        if (tag === '@phone') await field.click()
        await expect(field).toBeFocused()
        for (const scanned of [tracking, BARCODE]) {
          await page.keyboard.type(scanned, { delay: 2 })
          await page.keyboard.press('Enter')
          if (scanned === tracking)
            await expect(page.getByRole('list', { name: packing.content })).toContainText(order.sku)
        }
        await expect(page.getByText(packing.packed.replace('{code}', code))).toBeVisible()
        await press(page.getByRole('button', { name: 'Fechar romaneio com 1 pacote' }))
        await expect(page.getByRole('table', { name: packing.manifest.listTitle })).toBeVisible()
        await picture('packed')
      })

      await test.step('it is delivered and paid out', async () => {
        for (const step of ['pick-up', 'deliver', 'complete']) await market.driveOrder(code, step)
        await market.expectStage(page, order, 'completed')
        await pressPlatform('order-release', { orderSn: code })
        await page.goto('/dashboard/minha-empresa/lojas')
        await press(page.getByRole('button', { name: shops.actions.syncNamed.replace('{name}', 'Loja Um') }).first())
        const { settlement } = orderProfit
        const paid = page.getByRole('term').filter({ hasText: settlement.releasedAt })
        await expect(async () => {
          await page.goto(`/dashboard/orders/${order.id}`)
          await expect(paid).toBeVisible({ timeout: 2000 })
        }).toPass({ timeout: 180_000 })
        await expect(
          page.getByText(settlement.states.released).or(page.getByText(settlement.states.reconciled)).first(),
        ).toBeVisible()
        await picture('paid')
      })
    },
  )
