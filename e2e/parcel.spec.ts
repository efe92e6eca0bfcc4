import type { Page } from '@playwright/test'
import pt from '../messages/pt-BR.json'
import { byKeyboard, byPointer, type Hands } from './fixtures/hands'
import * as market from './fixtures/marketplace'
import { pressPlatform, waitForTracking } from './fixtures/platform'
import { getDemoOwner } from '../lib/testing/factories/factories'
import { inspect } from '../lib/testing/harnesses/database'
import { expect, expectAccessible, test } from './fixtures/test'

const { bench: packing, dispatch, orderProfit, shops } = pt

const ways: [string, string, (page: Page) => Hands][] = [
  ['by mouse', '@desktop', () => byPointer],
  ['by keyboard alone', '@desktop', byKeyboard],
  ['on a phone', '@phone', () => byPointer],
]

type OpenOrder = market.MarketOrder & { shop: string; sku: string; barcode: string; units: number }

/** An open order of the demonstration that is ready to ship, of one product; each way has orders of its own. */
async function findOpenOrder(organizationId: string, way: number): Promise<OpenOrder> {
  const sql = `SELECT o.id, o.external_code AS code, o.revenue_cents::integer AS cents, s.name AS shop, p.sku::text AS sku,
      p.barcodes[1] AS barcode, i.quantity * i.product_quantity AS units
    FROM orders o JOIN shop s ON s.id = o.shop_id JOIN order_item i ON i.order_id = o.id JOIN product p ON p.id = i.product_id
    WHERE o.platform = 'shopee' AND o.status = 'confirmed' AND o.platform_status = 'READY_TO_SHIP' AND NOT o.cancellation_asked
      AND (o.invoice_state IS NULL OR o.invoice_state NOT IN ('none', 'sent', 'rejected'))
      AND o.ship_by > now() + interval '1 hour' AND cardinality(p.barcodes) > 0
      AND abs(hashtext(o.external_code)) % ${ways.length} = $1
      AND EXISTS (SELECT 1 FROM package k WHERE k.order_id = o.id AND k.arranged_at IS NULL)
      AND (SELECT count(*) FROM order_item n WHERE n.order_id = o.id) = 1
      AND NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.kit_id = p.id)
    ORDER BY o.ship_by DESC, o.id LIMIT 1`
  const find = async () => (await inspect<OpenOrder>(organizationId, sql, [way]))[0]
  await expect.poll(find, { message: 'an open order of the demonstration', timeout: 120_000 }).toBeTruthy()
  return (await find())!
}

for (const [nth, [way, tag, handsOf]] of ways.entries())
  test(
    `an open parcel of the demonstration goes from arranging its shipment to its payout ${way}`,
    { tag: [tag, '@full'] },
    async ({ page, signIn }, info) => {
      test.setTimeout(600_000)
      await signIn('demo')
      const { organizationId } = await getDemoOwner()
      const { press, check, choose } = handsOf(page)
      const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) })
      const order = await findOpenOrder(organizationId, nth)
      const { code } = order
      const parcel = async () => {
        const sql = `SELECT tracking_number AS tracking, manifest_id IS NOT NULL AS closed FROM package WHERE order_id = $1::uuid`
        return (await inspect<{ tracking: string; closed: boolean }>(organizationId, sql, [order.id]))[0]!
      }
      const row = page.getByRole('row').filter({ hasText: code })
      const pick = () => check(page.getByRole('checkbox', { name: dispatch.list.select.replace('{code}', code) }))
      const actions = page.getByRole('group', { name: dispatch.bulk.label })

      await test.step('its shipment is arranged', async () => {
        await page.goto(`${market.central}?q=${code}`)
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
        return (await parcel()).tracking
      })

      await test.step('it is packed', async () => {
        await press(page.getByRole('navigation', { name: 'Salas da central' }).getByRole('link', { name: /^Bancada/ }))
        await page.waitForURL('**/bancada')
        const field = page.getByRole('textbox', { name: /^Bipe/ })
        // At the desk the field waits for the scanner; on a phone it is touched.
        if (tag === '@phone') await field.click()
        await expect(field).toBeFocused()
        for (const scanned of [tracking, ...Array<string>(order.units).fill(order.barcode)]) {
          await page.keyboard.type(scanned, { delay: 2 })
          await page.keyboard.press('Enter')
          if (scanned === tracking)
            await expect(page.getByRole('list', { name: packing.content })).toContainText(order.sku)
        }
        await expect(page.getByText(packing.packed.replace('{code}', code))).toBeVisible()
        // A carrier's manifest takes in what else was packed, here by the other ways beside this one.
        await expect(async () => {
          if (!(await parcel()).closed) await press(page.getByRole('button', { name: /^Fechar romaneio com/ }).first())
          await expect.poll(async () => (await parcel()).closed, { timeout: 5000 }).toBe(true)
        }).toPass()
        await expect(page.getByRole('table', { name: packing.manifest.listTitle })).toBeVisible()
        await picture('packed')
      })

      await test.step('it is delivered and paid out', async () => {
        for (const step of ['pick-up', 'deliver', 'complete']) await market.driveOrder(code, step)
        await market.expectStage(page, order, 'completed')
        await pressPlatform('order-release', { orderSn: code })
        await page.goto('/dashboard/minha-empresa/lojas')
        await press(page.getByRole('button', { name: shops.actions.syncNamed.replace('{name}', order.shop) }).first())
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
