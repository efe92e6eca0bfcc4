import { dress, expect, expectAccessible, test } from './fixtures/test'

const open = ['/', '/begin', '/auth', '/register', '/verification', '/not-there']
const inside = [
  '/dashboard',
  '/dashboard/products',
  '/dashboard/products/new',
  '/dashboard/orders',
  '/dashboard/orders/import',
  '/dashboard/expenses',
  '/dashboard/gemini',
  '/dashboard/manus-assistant',
  '/dashboard/audit',
  '/dashboard/shopee',
  '/dashboard/shopee-reconciliation',
  '/dashboard/shops',
  '/dashboard/settings',
  '/dashboard/apis',
  '/dashboard/minha-empresa/hub',
  '/dashboard/minha-empresa/painel',
  '/dashboard/minha-empresa/analises',
  '/dashboard/minha-empresa/produtos',
  '/dashboard/minha-empresa/mapeamento-produtos',
  '/dashboard/minha-empresa/pedidos',
  '/dashboard/minha-empresa/despesas',
  '/dashboard/minha-empresa/lojas',
  '/dashboard/minha-empresa/shopee-central',
  '/dashboard/not-there',
]
const looks = [
  { language: 'pt', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
] as const

for (const path of [...open, ...inside])
  test(`${path} can be read by everyone, in both languages, light and dark`, async ({
    page,
    baseURL,
    signIn,
    expectedErrors,
  }) => {
    // The browser itself complains about the status of a page that does not exist.
    if (path.endsWith('/not-there')) expectedErrors.push(/404/)
    if (inside.includes(path)) await signIn('demo')
    for (const look of looks) {
      await dress(page, baseURL!, look)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'pt' ? 'pt-BR' : 'en-US')
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
    }
  })
