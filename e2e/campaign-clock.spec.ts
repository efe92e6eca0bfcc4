import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { addDays, formatDay, localDay } from '../lib/core/dates'
import pt from '../messages/pt-BR.json'
import { startProduct, type Product } from './bench/product'
import { dress, expect, test } from './fixtures/test'

// Full form only: campaign-life.integration.test.ts goes through a campaign by the platform’s clock, under its faults. Here a product of
// its own is stopped, and started again two days later by its clock, which libfaketime moves: the browser's stays two days behind.
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))
const data = resolve(__dirname, '../.data/campaign-clock')
const port = Number(process.env.E2E_PORT ?? '3210') + 90
const LISTINGS = 12
const timeZone = 'America/Sao_Paulo'
const words = pt.campaigns

const notOurs = [
  'DATABASE_SANDBOX_URL',
  'SHOPEE_API_URL',
  'SHOPEE_PARTNER_ID',
  'SHOPEE_PARTNER_KEY',
  'SHOPEE_PUSH_PARTNER_KEY',
]

const startAt = (moved: '+0d' | '+2d'): Promise<Product> =>
  startProduct(port, {
    program: moved === '+0d' ? 'e2e/fixtures/fresh-product.mjs' : 'scripts/start.mjs',
    log: resolve(data, '../campaign-clock.log'),
    env: {
      ...Object.fromEntries(notOurs.map((name) => [name, ''])),
      MASCATE_DATA: data,
      SHOPEE_SANDBOX_PORT: String(port + 5),
      NODE_OPTIONS: `--import=${pathToFileURL(resolve(__dirname, 'fixtures/moved-clock.mjs')).href}`,
      LD_PRELOAD: library!,
      FAKETIME: moved,
      // Timers go by the monotonic clock, and files keep their times.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  })

const readJson = (name: string) => JSON.parse(readFileSync(resolve(data, name), 'utf8')) as Record<string, string>

async function signInTo(page: Page, address: string) {
  await page.context().clearCookies()
  await dress(page, address, { language: 'pt', colorScheme: 'light' })
  await page.goto(`${address}/auth`)
  await page.getByLabel('E-mail', { exact: true }).fill('demo@mascate.example')
  await page.getByLabel('Senha', { exact: true }).fill(readJson('secrets.json').DEMO_PASSWORD!)
  // The first sign-in after a start may take longer than the form waits: then it says so, and its reader sends it again.
  await expect(async () => {
    if (page.url().includes('/auth'))
      await page.getByRole('button', { name: 'Entrar', exact: true }).click({ timeout: 1_000 })
    await page.waitForURL('**/dashboard**', { timeout: 20_000 })
  }).toPass({ timeout: 240_000 })
}

/** Units that the campaign's listings sold on its day, by the orders that the product has. */
async function unitsSold(campaign: string, day: string): Promise<number> {
  const client = new pg.Client({ connectionString: readJson('runtime.json').DATABASE_OWNER_URL })
  await client.connect()
  try {
    const { rows: companies } = await client.query<{ id: string }>('SELECT organization_id AS id FROM organization')
    let units = 0
    for (const { id } of companies) {
      await client.query(`SELECT set_config('app.organization_id', $1, false)`, [id])
      const { rows } = await client.query<{ units: number }>(
        `SELECT coalesce(sum(i.quantity), 0)::int AS units FROM campaign_plan c
         CROSS JOIN jsonb_array_elements(c.lines) l
         JOIN order_item i ON i.organization_id = c.organization_id AND i.listing_id = (l->>'listingId')::uuid
         JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
         WHERE c.organization_id = current_organization() AND c.id = $1 AND o.local_day = $2 AND o.status <> 'cancelled'`,
        [campaign, day],
      )
      units += rows[0]!.units
    }
    return units
  } finally {
    await client.end()
  }
}

test(
  'a campaign is planned, goes by while the product is off, and is judged two days later by the orders of its day',
  { tag: ['@desktop', '@full'] },
  async ({ page }) => {
    test.skip(!library, 'the package faketime is not installed')
    test.setTimeout(1_200_000)
    let product = await startAt('+0d')
    try {
      await signInTo(page, product.address)
      const day = addDays(localDay(new Date(), timeZone), 1)
      await page.goto(`${product.address}/dashboard/shopee/campanhas`)
      await page.getByRole('button', { name: words.new }).first().click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: words.name }).fill('Amanhã')
      await form.getByLabel(words.fromDay).fill(formatDay(day, 'pt'))
      await form.getByLabel(words.toDay).fill(formatDay(day, 'pt'))
      await form.getByRole('button', { name: pt.common.save }).click()
      await expect(page.getByRole('heading', { name: words.noLines })).toBeVisible()
      await page.getByRole('searchbox', { name: words.search }).fill('a')
      const found = page.getByRole('list', { name: words.found }).getByRole('checkbox')
      await expect(found.first()).toBeVisible()
      for (const listing of (await found.all()).slice(0, LISTINGS)) await listing.check()
      await page.getByRole('button', { name: /^Incluir \d/ }).click()
      await expect(page.getByRole('button', { name: /^Retirar / }).first()).toBeVisible()
      await expect(page.getByText(words.states.planned).first()).toBeVisible()
      const campaign = new URL(page.url()).pathname.split('/').at(-1)!
      expect(await unitsSold(campaign, day)).toBe(0)
      await page.goto('about:blank')

      await product.stop()
      product = await startAt('+2d')
      await signInTo(page, product.address)
      // The platform brings the orders of the days between, at their own moments.
      await expect.poll(() => unitsSold(campaign, day), { timeout: 300_000 }).toBeGreaterThan(0)
      const judged = page.getByRole('table', { name: words.judged.title })
      await expect(async () => {
        await page.goto(`${product.address}/dashboard/shopee/campanhas/${campaign}`)
        await expect(page.getByText(words.states.ended).first()).toBeVisible({ timeout: 10_000 })
        const cells = await judged.getByRole('cell', { name: /^\d+ de \d+$/ }).allTextContents()
        const units = cells.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)
        expect(units).toBe(await unitsSold(campaign, day))
        expect(units).toBeGreaterThan(0)
      }).toPass({ timeout: 240_000 })
    } finally {
      // An open page would go on asking the stopped product.
      await page.goto('about:blank')
      await product.stop()
    }
  },
)
