import type { Page } from '@playwright/test'
import { listDemoScreens } from './fixtures/demo-records'
import { pathOf, plantCompany } from './fixtures/planted'
import { noteRead } from './fixtures/read-states'
import { dashboardRoutes, publicRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { dress, expect, expectInTheEnd, findInaccessible, test, type Look } from './fixtures/test'

// A company full of orders, and one in which there is nothing yet. Each page, view and record of the full one is looked at in one of two
// looks, by turns, and of the empty one every twelfth page; in the full profile all of them, and each size meets both languages and both schemes.
const visits = [
  { size: 'desktop', as: 'demo', language: 'pt', colorScheme: 'light', every: 2, from: 0 },
  { size: 'phone', as: 'demo', language: 'en', colorScheme: 'dark', every: 2, from: 1 },
  { size: 'phone', as: 'owner', language: 'pt', colorScheme: 'light', every: 12, from: 0 },
  ...(isFullProfile
    ? ([{ size: 'desktop', as: 'owner', language: 'en', colorScheme: 'dark', every: 1, from: 0 }] as const)
    : []),
] as const

const areas: Record<string, string[]> = {
  'every page before the sign-in': publicRoutes.filter((path) => path !== '/nowhere'),
  'every page of the day’s work': dashboardRoutes.filter((path) => !/settings|minha-empresa/.test(path)),
  'every page of the settings': dashboardRoutes.filter((path) => path.includes('settings')),
  'every page of the company': dashboardRoutes.filter((path) => path.includes('minha-empresa')),
  'what does not exist': ['/nowhere', '/dashboard/nowhere'],
}
const emptyAreas = isFullProfile ? areas : { 'a page of every area': dashboardRoutes }

/** The kinds of record that neither the full company nor a flow (read-states.ts) shows. */
const records: RecordRoute[] = isFullProfile
  ? (Object.keys(recordRoutes) as RecordRoute[])
  : [
      '/dashboard/shopee/campanhas/[id]',
      '/dashboard/shopee-reconciliation/[id]',
      '/dashboard/shopee-reconciliation/casos/[id]',
      '/dashboard/shopee-reconciliation/arquivos/[id]',
    ]

/**
 * Pages on a tablet, as it stands at the bench or lies on the desk: read there in the full form. In the default one none scrolls sideways at
 * its width, which is between the two at which all pages are read.
 */
const onTablet = {
  demo: [
    '/dashboard/shopee/mesa-de-precos?rule=percent&value=5',
    '/dashboard/shopee/campanhas',
    '/dashboard/shopee-reconciliation/casos',
    '/dashboard/shopee-reconciliation/recuperado',
    '/dashboard/minha-empresa/shopee-central',
    '/dashboard/minha-empresa/shopee-central/separacao',
    '/dashboard/minha-empresa/shopee-central/bancada',
  ],
  planted: ['/dashboard/shopee/campanhas/[id]', '/dashboard/shopee-reconciliation/casos/[id]'],
} as const

const TABLET = { width: 820, height: 1180 }
const isOnTablet = (route: string) =>
  [...onTablet.demo, ...onTablet.planted].some((path) => path.split('?')[0] === route)

type Reading = Look & { company: string; route?: string }

/** In one page for all of them: what the browser has loaded and compiled for one serves the next, as it does for people. */
async function read(page: Page, path: string, { language, company, route = path }: Reading) {
  noteRead(`${path}, ${company}`)
  await page.goto(path)
  // Behind an open drawer the page is there, though out of reach.
  await expect(page.locator('h1').first(), path).toBeVisible()
  const scrollsSideways = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const look = async () => ({
    lang: await page.locator('html').getAttribute('lang'),
    inaccessible: await findInaccessible(page),
    scrollsSideways: await scrollsSideways(),
  })
  const lang = language === 'pt' ? 'pt-BR' : 'en-US'
  await expectInTheEnd.poll(look, { message: path }).toEqual({ lang, inaccessible: [], scrollsSideways: false })
  if (isFullProfile || !isOnTablet(route)) return
  const size = page.viewportSize()!
  await page.setViewportSize(TABLET)
  await expectInTheEnd.poll(scrollsSideways, { message: `${path}, on a tablet` }).toBe(false)
  await page.setViewportSize(size)
}

for (const { size, as, every, from, ...look } of visits) {
  const turnOf = <T>(all: T[]) => (isFullProfile ? all : all.filter((_, nth) => nth % every === from))
  const company = as === 'demo' ? 'a full company' : 'an empty one'
  const at = { tag: `@${size}` }
  const how = `in ${look.language}, ${look.colorScheme}, with ${company}`

  for (const [area, paths] of Object.entries(as === 'demo' ? areas : emptyAreas))
    test(`${area} can be read by everyone, ${how}`, at, async ({ page, baseURL, signIn, expectedErrors }) => {
      test.slow()
      // The browser itself complains about the status of a page that does not exist.
      if (paths.includes('/nowhere')) expectedErrors.push(/404/)
      if (paths.some((path) => path.startsWith('/dashboard'))) await signIn(as)
      await dress(page, baseURL!, look)
      for (const path of turnOf(paths)) await test.step(path, () => read(page, path, { ...look, company }))
    })

  if (as === 'demo')
    test(
      `every view and kind of record that the full company has can be read by everyone, ${how}`,
      at,
      async ({ page, baseURL, signIn }) => {
        test.slow()
        await signIn('demo')
        await dress(page, baseURL!, look)
        for (const path of turnOf(await listDemoScreens()))
          await test.step(path, () => read(page, path, { ...look, company }))
      },
    )
  else
    test(
      `the page of one record, of every kind that has one, can be read by everyone, ${how}`,
      at,
      async ({ page, baseURL, signIn, organization }) => {
        test.slow()
        const planted = await plantCompany(organization)
        await signIn()
        await dress(page, baseURL!, look)
        for (const route of records)
          await test.step(route, () => read(page, pathOf(route, planted), { ...look, company, route }))
      },
    )
}

// Full form only: each of these pages is read at a size of its own above, and does not scroll sideways on a tablet there.
for (const look of [
  { language: 'pt', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
] as const)
  test(
    `prices, campaigns, cases and the day’s work can be read by everyone on a tablet, in ${look.language}`,
    { tag: ['@desktop', '@full'] },
    async ({ page, baseURL, signIn, organization }) => {
      test.slow()
      const planted = await plantCompany(organization)
      await page.setViewportSize(TABLET)
      await signIn()
      await dress(page, baseURL!, look)
      for (const route of onTablet.planted)
        await test.step(route, () => read(page, pathOf(route, planted), { ...look, company: 'a tablet' }))
      await signIn('demo')
      for (const path of onTablet.demo) await test.step(path, () => read(page, path, { ...look, company: 'a tablet' }))
    },
  )
