import type { Page } from '@playwright/test'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/harnesses/database'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { plantDayOfWork } from './fixtures/day-of-work'
import { central, haveShop } from './fixtures/marketplace'
import { dress, expect, expectInTheEnd, findInaccessible, test, topOf } from './fixtures/test'

// Each language and each scheme once; in the full profile in each size, and the second of two orders and of two dialogs that are made alike.
const looks = {
  desktop: [
    { language: 'pt', colorScheme: 'light' },
    { language: 'en', colorScheme: 'dark' },
  ],
  phone: [
    { language: 'en', colorScheme: 'dark' },
    { language: 'pt', colorScheme: 'light' },
  ],
} as const

/** An open dialog is read too: it is the whole page while it is there. */
async function read(page: Page, name: string) {
  const dialog = '[role="dialog"][aria-modal="true"]'
  const look = async () => ({
    // A target that a dialog half hides is no target while it is open.
    inaccessible: await findInaccessible(page, (await page.locator(dialog).count()) > 0 ? dialog : undefined),
    scrollsSideways: await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth),
  })
  await expectInTheEnd.poll(look, { message: name }).toEqual({ inaccessible: [], scrollsSideways: false })
}

test(
  'failures and running work can be read by everyone',
  { tag: '@phone-in-short' },
  async ({ page, baseURL, signIn, organization }, info) => {
    if (isFullProfile) test.setTimeout(480_000)
    await signIn()
    await haveShop(page, baseURL!, organization, 5)
    const [shop] = await inspect<{ id: string }>(organization.organizationId, 'SELECT id FROM shop')
    const { refused, printed, listing } = await plantDayOfWork(organization, shop!.id)

    for (const look of looks[info.project.name as keyof typeof looks].slice(0, isFullProfile ? 2 : 1))
      await test.step(`${look.language}, ${look.colorScheme}`, async () => {
        const texts = { pt, en }[look.language]
        const { dispatch, mapping, shops } = texts
        const dialog = page.getByRole('dialog')
        await dress(page, baseURL!, look)

        await page.goto(`${central}/falhas`)
        for (const title of [dispatch.failures.oversoldTitle, dispatch.failures.pushTitle, dispatch.failures.syncTitle])
          await expect(page.getByRole('table', { name: title })).toBeVisible()
        await read(page, 'failures')

        for (const [id, name] of Object.entries({ refused, ...(isFullProfile && { printed }) })) {
          await page.goto(`/dashboard/orders/${name}`)
          await expect(page.getByRole('heading', { name: dispatch.order.title })).toBeVisible()
          await read(page, `order ${id}`)
        }

        await page.goto(central)
        await expect(page.getByRole('heading', { name: dispatch.runs.title })).toBeVisible()
        await read(page, 'dispatch')
        await page.getByRole('button', { name: dispatch.runs.putAway }).click()
        // With its urgent orders on one line the list begins near the top, and a phone's first screen has a parcel.
        const firstRow = page.getByRole('table', { name: dispatch.list.title }).getByRole('row').nth(1)
        // Above it stands, only until a company is set up, its next step with a margin of 16.
        const step = (await page.getByRole('note').first().boundingBox())!
        const top = (await topOf(firstRow)) - step.height - 16
        expect(top).toBeLessThanOrEqual(info.project.name === 'desktop' ? 375 : 580)
        await page.getByRole('checkbox', { name: dispatch.list.selectAll }).check()
        await page.getByRole('button', { name: dispatch.bulk.labels }).click()
        await expect(dialog.getByRole('button', { name: dispatch.print.onlyNew })).toBeVisible()
        await read(page, 'reprint')

        for (const kind of isFullProfile ? (['stock', 'price'] as const) : (['stock'] as const)) {
          await page.goto('/dashboard/minha-empresa/lojas')
          const named = { label: shops.master.take, kind: shops.master[kind], name: 'Loja Um' }
          const name = shops.master.changeNamed.replace(/\{(\w+)\}/g, (_, key: keyof typeof named) => named[key])
          await page.getByRole('button', { name }).click()
          await expect(dialog.getByRole('table')).toBeVisible()
          await read(page, `master of ${kind}`)
        }

        await page.goto('/dashboard/minha-empresa/mapeamento-produtos?tab=mapped')
        await expect(page.getByText(mapping.run.sheetTitle.replace('{name}', 'vinculos.xlsx'))).toBeVisible()
        await page.locator('summary').first().click()
        await read(page, 'mapping run')
        await page
          .getByRole('button', { name: mapping.historyNamed.replace('{name}', listing) })
          .first()
          .click()
        await expect(dialog.getByRole('listitem')).toHaveCount(2)
        await read(page, 'mapping history')
      })
  },
)
