import { chromium } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.mjs'
import type { Seller } from './call-action'

const GIVEN_UP_AFTER_MS = 30_000
const TRY_AGAIN = 'Tentar de novo'

export type Screen = Awaited<ReturnType<typeof openScreen>>

/** A seller's browser at one page of the product: what they see there while something is away, and after their click. */
export async function openScreen(app: string, { cookie }: Seller, path: string) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ locale: 'pt-BR' })
  await context.addCookies(
    cookie
      .split('; ')
      .map((pair) => ({ name: pair.split('=')[0]!, value: pair.slice(pair.indexOf('=') + 1), url: app })),
  )
  const page = await context.newPage()
  await page.goto(app + path)
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.innerText()
  const button = page.getByRole('button', { name: TRY_AGAIN })
  const since = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now()
    return work().then(
      () => performance.now() - begun,
      () => Infinity,
    )
  }
  return {
    /** Milliseconds until the page, opened again, reports the failure and offers to retry. */
    untilOffered: () =>
      since(async () => {
        await page.goto(app + path, { timeout: GIVEN_UP_AFTER_MS, waitUntil: 'commit' })
        await button.waitFor({ timeout: GIVEN_UP_AFTER_MS })
      }),
    /** Milliseconds until the page is there as before, by itself or after one of the clicks of who does not want to wait. */
    untilShownAgain: () =>
      since(async () => {
        const there = heading.filter({ hasText: title })
        const until = performance.now() + GIVEN_UP_AFTER_MS
        for (let isThere = false; !isThere;) {
          await button.click({ timeout: 1000 }).catch(() => undefined)
          isThere = await there.waitFor({ timeout: 1000 }).then(
            () => true,
            () => false,
          )
          if (!isThere && performance.now() > until) throw new Error('It does not come back.')
        }
      }),
    close: () => browser.close(),
  }
}
