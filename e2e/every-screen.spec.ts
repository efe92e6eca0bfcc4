import { dashboardRoutes, publicRoutes } from './fixtures/routes'
import { expect, expectAccessible, test, useLanguage } from './fixtures/test'

for (const language of ['pt', 'en'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`every screen in ${language}, ${scheme}: its language, no sideways scroll, nothing that axe finds`, async ({
      page,
      baseURL,
      signIn,
      expectedErrors,
    }) => {
      test.setTimeout(240_000)
      expectedErrors.push(/404/)
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await useLanguage(page, baseURL!, language)
      for (const route of publicRoutes) await expectGood(route)
      await signIn()
      for (const route of dashboardRoutes) await expectGood(route)

      async function expectGood(route: string) {
        await test.step(route, async () => {
          await page.goto(route)
          await expect(page.locator('h1').first()).toBeVisible()
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'pt' ? 'pt-BR' : 'en')
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(`${route} ${Math.max(0, overflow)}`).toBe(`${route} 0`)
          await expectAccessible(page)
        })
      }
    })
