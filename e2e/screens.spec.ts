import { dashboardRoutes, publicRoutes, recordLists } from './fixtures/routes'
import { dress, expect, expectAccessible, test } from './fixtures/test'

// A company full of orders, and one in which there is nothing yet.
const visits = [
  { as: 'demo', language: 'pt', colorScheme: 'light' },
  { as: 'demo', language: 'en', colorScheme: 'dark' },
  { as: 'owner', language: 'pt', colorScheme: 'dark' },
  { as: 'owner', language: 'en', colorScheme: 'light' },
] as const

for (const path of [...publicRoutes, ...dashboardRoutes, '/dashboard/nowhere'])
  test(`${path} can be read by everyone, in both languages, light and dark`, async ({
    page,
    baseURL,
    signIn,
    expectedErrors,
  }) => {
    // The browser itself complains about the status of a page that does not exist.
    if (path.endsWith('/nowhere')) expectedErrors.push(/404/)
    for (const { as, ...look } of visits) {
      if (path.startsWith('/dashboard')) await signIn(as)
      await dress(page, baseURL!, look)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'pt' ? 'pt-BR' : 'en-US')
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
    }
  })

for (const list of recordLists)
  test(`a record of ${list} can be read by everyone, in both languages, light and dark`, async ({
    page,
    baseURL,
    signIn,
  }) => {
    await signIn('demo')
    for (const look of visits.filter(({ as }) => as === 'demo')) {
      await dress(page, baseURL!, look)
      await page.goto(list)
      const address = await page.locator('tbody a[data-row-link]').first().getAttribute('href')
      await page.goto(address!)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
    }
  })
