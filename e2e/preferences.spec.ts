import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signInAs } from '../lib/testing/factories/factories'
import pt from '../messages/pt-BR.json'
import { dress, expect, expectAccessible, withListeners, test } from './fixtures/test'

const html = (page: Page) => page.locator('html')
/** The first byte of a page as the server sends it: no script has run. */
const firstByte = async (context: BrowserContext, path: string) =>
  (await context.request.get(path, { headers: { accept: 'text/html' } })).text()

async function openDevice(browser: Browser, baseURL: string, actor: Parameters<typeof signInAs>[0]) {
  const context = await browser.newContext({ baseURL })
  const { cookie } = await signInAs(actor)
  await context.addCookies([{ ...cookie, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
  return { context, page: withListeners(await context.newPage()) }
}

test(
  'a choice made on one device is on the other one at its next full load, from the first byte',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, organization, signIn }) => {
    const laptop = await openDevice(browser, baseURL!, organization.owner)
    await signIn()
    await page.goto('/dashboard/settings')
    await expect(html(page)).toHaveAttribute('lang', 'pt-BR')

    await laptop.page.goto('/dashboard/settings')
    const main = laptop.page.getByRole('main')
    await main
      .getByText('Esmeralda')
      .or(main.getByRole('radio', { name: 'Esmeralda' }))
      .first()
      .check()
    await main.getByRole('radio', { name: 'Escuro' }).check()
    await main.getByRole('radio', { name: 'English' }).check()
    await expect(html(laptop.page)).toHaveAttribute('lang', 'en-US')
    await expect(html(laptop.page)).toHaveAttribute('data-theme', 'emerald')

    // A page that is open there goes on in its own language, also where it asks the server for more.
    await page.getByRole('link', { name: 'Avisos', exact: true }).click()
    await expect(page.getByText('O que avisamos, e onde')).toBeVisible()
    expect(await firstByte(page.context(), '/dashboard/settings')).toMatch(
      /<html[^>]*lang="en-US"[^>]*data-theme="emerald"[^>]*data-scheme="dark"/,
    )
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/dashboard/settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('data-scheme', 'dark')
    expect(await page.evaluate(() => [localStorage.getItem('language'), localStorage.getItem('theme')])).toEqual([
      'en',
      'emerald',
    ])
    expect(loads).toBe(1)
    await laptop.context.close()
  },
)

test(
  'a page carries no texts for its scripts: files bring them in the language that is chosen, and the browser keeps those',
  { tag: '@desktop' },
  async ({ browser, baseURL, organization }) => {
    const { context, page } = await openDevice(browser, baseURL!, organization.owner)
    const kept = new Map<string, string | undefined>()
    page.on('response', (answer) => {
      const language = /\/api\/texts\/(\w+)\//.exec(answer.url())?.[1]
      if (language) kept.set(language, answer.headers()['cache-control'])
    })
    expect(await firstByte(context, '/dashboard/settings')).not.toContain(pt.errors.organizationChanged)
    await page.goto('/dashboard/settings')
    await page.getByRole('main').getByRole('radio', { name: 'English' }).check()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const forGood = 'public, max-age=31536000, immutable'
    expect(Object.fromEntries(kept)).toEqual({ pt: forGood, en: forGood })
    await page.goto('/dashboard/settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const sent = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/texts/'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    )
    expect(sent.length).toBeGreaterThan(1)
    expect(Math.max(...sent)).toBe(0)
    await context.close()
  },
)

// Full form only: lib/identity/auth/preferences holds it.
test(
  'an account without a choice keeps the device’s setting',
  { tag: ['@phone', '@full'] },
  async ({ page, baseURL, signIn }) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/settings')
    await expect(html(page)).toHaveAttribute('lang', 'en-US')
    await expect(html(page)).toHaveAttribute('data-scheme', 'dark')
  },
)

test(
  "without a session the device's storage outlives its cookie, and the page loads again once",
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/auth')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.reload()
    await expect(html(page)).toHaveAttribute('lang', 'en-US')
    await page.reload()
    await expect(html(page)).toHaveAttribute('lang', 'en-US')
    expect(loads).toBeLessThanOrEqual(3)
  },
)

test(
  'the user menu shows the language it leads to, and the choice holds after a reload at once',
  { tag: '@desktop-in-short' },
  async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /^Sua conta/ }).click()
    const menu = page.getByRole('group', { name: 'Sua conta' })
    await expect(menu.getByRole('link', { name: 'Configurações' })).toBeVisible()
    await expectAccessible(page, 'the menu of the account')
    await menu.getByRole('button', { name: 'EN Switch to English' }).click()
    await expect(html(page)).toHaveAttribute('lang', 'en-US')
    await page.reload()
    await expect(html(page)).toHaveAttribute('lang', 'en-US')
  },
)
