import type { Page } from '@playwright/test'
import { dashboardRoutes, publicRoutes, recordLists } from './fixtures/routes'
import { dress, expect, findInaccessible, test, type Look } from './fixtures/test'

// A company full of orders, and one in which there is nothing yet.
const visits = [
  { as: 'demo', language: 'pt', colorScheme: 'light' },
  { as: 'demo', language: 'en', colorScheme: 'dark' },
  { as: 'owner', language: 'pt', colorScheme: 'dark' },
  { as: 'owner', language: 'en', colorScheme: 'light' },
] as const

const areas: Record<string, string[]> = {
  'every page before the sign-in': publicRoutes.filter((path) => path !== '/nowhere'),
  'every page of the day’s work': dashboardRoutes.filter((path) => !/settings|minha-empresa/.test(path)),
  'every page of the settings': dashboardRoutes.filter((path) => path.includes('settings')),
  'every page of the company': dashboardRoutes.filter((path) => path.includes('minha-empresa')),
  'what does not exist': ['/nowhere', '/dashboard/nowhere'],
}

/** In one page for all of them: what the browser has loaded and compiled for one serves the next, as it does for people. */
async function read(page: Page, path: string, { language }: Look) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  const found = {
    lang: await page.locator('html').getAttribute('lang'),
    inaccessible: await findInaccessible(page),
    scrollsSideways: await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth),
  }
  const lang = language === 'pt' ? 'pt-BR' : 'en-US'
  expect.soft(found, path).toEqual({ lang, inaccessible: [], scrollsSideways: false })
}

for (const { as, ...look } of visits) {
  const company = as === 'demo' ? 'a full company' : 'an empty one'
  const how = `in ${look.language}, ${look.colorScheme}, with ${company}`

  for (const [area, paths] of Object.entries(areas))
    test(`${area} can be read by everyone, ${how}`, async ({ page, baseURL, signIn, expectedErrors }) => {
      test.slow()
      // The browser itself complains about the status of a page that does not exist.
      if (paths.includes('/nowhere')) expectedErrors.push(/404/)
      if (paths.some((path) => path.startsWith('/dashboard'))) await signIn(as)
      await dress(page, baseURL!, look)
      for (const path of paths) await test.step(path, () => read(page, path, look))
    })

  if (as === 'demo')
    test(`a record of every list can be read by everyone, ${how}`, async ({ page, baseURL, signIn }) => {
      await signIn('demo')
      await dress(page, baseURL!, look)
      for (const list of recordLists) {
        await page.goto(list)
        const address = await page.locator('tbody a[data-row-link]').first().getAttribute('href')
        await test.step(address!, () => read(page, address!, look))
      }
    })
}
