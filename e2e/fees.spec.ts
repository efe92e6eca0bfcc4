import type { Locator, Page } from '@playwright/test'
import { addDays, formatDay, localDay } from '../lib/core/dates'
import { withOrganization } from '../lib/core/db'
import { formatMoney } from '../lib/core/money'
import { inspect } from '../lib/testing/harnesses/database'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import { dress, expect, expectAccessible, expectAccessibleInFull, test, type Look } from './fixtures/test'

const today = localDay(new Date(), 'America/Sao_Paulo')
const rule = 'Shopee desde 01/10/2026 · CNPJ'

/** A shop with one listing at R$50 whose product costs R$20, and orders of it at R$150. */
async function plantSales(organization: TestOrganization) {
  const { organizationId, legalEntityId } = organization
  const shopId = await addShop(organization, 'Loja Norte')
  const listingId = await addListing(organization, shopId, 'Caneca azul')
  const productId = await addProduct(organization, 'CAN-1')
  const since = new Date('2026-01-01')
  await withOrganization({ organizationId }, async (db) => {
    await db.listing.updateMany({ where: { organizationId, id: listingId }, data: { priceCents: 50_00n, productId } })
    const cost = { organizationId, productId, fromDay: since, cost: '20', source: 'typed' }
    await db.productCost.create({ data: cost, select: { productId: true } })
    const rate = { organizationId, legalEntityId, id: productId, fromDay: since, regime: 'simples', rate: '0' } as const
    await db.taxRate.create({ data: rate, select: { id: true } })
  })
  await addOrders(organization, shopId, [
    { at: `${addDays(today, -1)}T15:00:00Z`, cents: 150_00n, listingId, productId },
    { at: `${addDays(today, -20)}T15:00:00Z`, cents: 150_00n, listingId, productId },
  ])
}

const looks: [string, Look][] = [
  ['in Portuguese @desktop', { language: 'pt', colorScheme: 'light' }],
  ['in English @phone', { language: 'en', colorScheme: 'dark' }],
]
const pt = {
  fresh: `Nova versão de ${rule}`,
  name: 'Nome',
  from: 'Vale a partir de',
  see: 'Ver o que muda',
  save: 'Salvar',
  what: 'O que muda',
  bands: 'Mudar as faixas',
  run: 'Simular',
  price: 'Preço de venda',
  margin: 'Preço para uma margem',
  wanted: 'Margem desejada (%)',
}
const en = {
  fresh: `New version of ${rule}`,
  name: 'Name',
  from: 'Holds from',
  see: 'See what changes',
  save: 'Save',
  what: 'What changes',
  bands: 'Change the bands',
  run: 'Simulate',
  price: 'Selling price',
  margin: 'Price for a margin',
  wanted: 'Wanted margin (%)',
}

const open = async (page: Page, place: 'simulador' | 'calculadora') => {
  await page.locator(`a[href="/dashboard/shopee/${place}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(place))
}

// The other look in the full form only: the journey is the same, its figures are held by integration tests in both languages.
for (const [where, look] of looks)
  test(
    `a new rule, the simulator and the calculator ${where}`,
    { tag: look.language === 'pt' ? [] : ['@full'] },
    async ({ page, baseURL, signIn, organization }) => {
      const t = { pt, en }[look.language]
      const money = (cents: bigint) => formatMoney(cents, look.language)
      const fill = (field: Locator, text: string) => field.fill(look.language === 'pt' ? text : text.replace(',', '.'))
      await plantSales(organization)
      await signIn()
      await dress(page, baseURL!, look)

      await page.goto('/dashboard/shopee/taxas')
      await page.getByRole('button', { name: t.fresh }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t.name, { exact: true }).fill('Tabela nova')
      const [y, m, d] = addDays(today, -2).split('-')
      await drawer.getByLabel(t.from).fill(look.language === 'pt' ? `${d}/${m}/${y}` : `${m}/${d}/${y}`)
      await drawer.locator('[name="bands.2.commission"]').fill('96')
      await drawer.getByRole('button', { name: t.see }).click()
      await expect(drawer.getByText(/95%/).first()).toBeVisible()
      await fill(drawer.locator('[name="bands.2.commission"]'), '12,6')
      await fill(drawer.locator('[name="bands.2.fixedCents"]'), '25,00')
      await drawer.getByRole('button', { name: t.see }).click()
      // One of the two orders is of its days: 14 % of R$150 are R$21, with R$20 fixed today and R$25 then.
      await expect(drawer.getByRole('heading', { name: t.what })).toBeVisible()
      await expect(drawer.getByText(money(41_00n))).toBeVisible()
      await expect(drawer.getByText(money(46_00n))).toBeVisible()
      await expectAccessible(page, 'what a new rule changes')
      await drawer.getByRole('button', { name: t.save, exact: true }).click()
      await expect(page.getByRole('heading', { name: /^Tabela nova/ })).toBeVisible()
      // The old one is kept, and ends the day before.
      const kept = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: rule }) })
      await expect(kept).toContainText(formatDay(addDays(today, -3), look.language))
      const dated = await inspect(
        organization.organizationId,
        `select name, to_day::text as to from fee_rule where name in ('Tabela nova', '${rule}') order by name`,
      )
      expect(dated).toEqual([
        { name: rule, to: addDays(today, -3) },
        { name: 'Tabela nova', to: null },
      ])

      await open(page, 'simulador')
      await page.getByText(t.bands, { exact: true }).click()
      await fill(page.locator('[name="bands.0.fixedCents"]'), '8,00')
      await page.getByRole('button', { name: t.run }).click()
      await expect(page.getByRole('row', { name: /Caneca azul/ })).toContainText(money(-3_50n))
      // A target that the top bar half covers would count as too small.
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page, 'a simulated rule')

      await open(page, 'calculadora')
      await expect(page.getByText(/Caneca azul/)).toBeVisible()
      // 50.00 less 20 % and R$4.50, less its cost.
      await expect(page.getByText(money(15_50n)).first()).toBeVisible()
      await fill(page.getByLabel(t.price), '85,00')
      await expect(page.getByText(/zona morta|dead zone/)).toContainText(money(87_78n))
      await page.getByRole('radio', { name: t.margin }).check()
      await page.getByLabel(t.wanted).fill('0')
      // 30.63 less 20 % and R$4.50 leaves the cost.
      await expect(page.getByText(money(30_63n)).first()).toBeVisible()
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessibleInFull(page)
    },
  )

/** Nearly all orders of the shop paid for Devolução Fácil, as the worker found. */
async function plantProgramme({ organizationId }: TestOrganization) {
  const shop = await inspect<{ id: string }>(organizationId, 'select id from shop')
  const rules = await inspect<{ id: string }>(
    organizationId,
    `select id from fee_rule where published = 'shopee-2026-10-cnpj' and organization_id = current_organization()`,
  )
  const seen = { kind: 'protection', since: addDays(today, -30), orders: 42, of: 44, rate: '0' }
  await withOrganization({ organizationId }, (db) =>
    db.feeRuleCheck.create({
      data: {
        organizationId,
        shopId: shop[0]!.id,
        ruleId: rules[0]!.id,
        matched: 44,
        differing: 0,
        isConfirmed: true,
        programmes: [seen],
        checkedAt: new Date(),
      },
      select: { shopId: true },
    }),
  )
}

test(
  'a fee that nearly all orders pay is asked about, and once it is answered the prices count with it',
  { tag: '@phone' },
  async ({ page, baseURL, signIn, organization }) => {
    await plantSales(organization)
    await plantProgramme(organization)
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await page.goto('/dashboard/shopee/taxas')
    const since = formatDay(addDays(today, -30), 'pt')
    const question = page
      .getByRole('listitem')
      .filter({ hasText: `desde ${since}` })
      .filter({ hasText: 'Loja Norte' })
    await expect(question).toContainText('42')
    await question.getByRole('button', { name: /^Sim/ }).click()
    await expect(question.getByRole('button', { name: /^Sim/ })).toHaveCount(0)
    // 15.50 without it, less R$0.49.
    await page.goto('/dashboard/shopee/calculadora')
    await expect(page.getByText(formatMoney(15_01n, 'pt')).first()).toBeVisible()
  },
)
