import type { Locator, Page, TestInfo } from '@playwright/test'
import { linkIn } from './fixtures/mail'
import { makePlatformShop, pressPlatform } from './fixtures/platform'
import { dress, expect, test } from './fixtures/test'

const CLICKS_AT_MOST = 40
const MINUTES_AT_MOST = 10
const ORDERS = 1500
/** As the platform's sandbox fills a shop. */
const LISTINGS = 186
/** The rate and the ads are of the whole history. */
const FIRST_DAY = { pt: '01/01/2020', en: '01/01/2020' }

/** Clicks, choices and pastes of a person who has never been here, and a picture of each step. */
function walkOn(page: Page, info: TestInfo) {
  let clicks = 0
  let steps = 0
  const counted = (run: () => Promise<unknown>) => {
    clicks += 1
    return run()
  }
  return {
    click: (target: Locator) => counted(() => target.click()),
    paste: (target: Locator, text: string) =>
      counted(async () => {
        await target.click()
        await target.evaluate((field, pasted) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', pasted)
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }, text)
      }),
    picture: (name: string) => {
      steps += 1
      return page.screenshot({ path: info.outputPath(`${String(steps).padStart(2, '0')}-${name}.png`), fullPage: true })
    },
    /** By the menu, which a phone opens first; `more` clicks on the page itself. */
    visit: (path: string, more = 0) => {
      clicks += 2 + more
      return page.goto(path)
    },
    clicks: () => clicks,
  }
}

const wordsOf = {
  pt: {
    register: { name: 'Seu nome', company: 'Nome da empresa', password: 'Senha', submit: 'Criar conta' },
    connect: 'Conectar loja',
    shopName: 'Nome da loja',
    saveShop: 'Salvar loja',
    authorize: /^Autorizar /,
    authorized: 'Autorização concluída!',
    makeStep: 'Criar produtos',
    make: 'Criar produtos de 186 anúncios',
    fillSkus: /^Dar a \d+ anúncios? sem SKU/,
    join: /^Os \d+ são o mesmo produto/,
    opening: /^Usar o estoque da plataforma/,
    makeAll: /^Criar \d+ produtos$/,
    made: /\d+ produtos criados\./,
    enterCosts: 'Digitar custos',
    seeEffect: /^Ver o efeito de/,
    saveCosts: /^Salvar \d+ custos/,
    allCosts: 'Todos os produtos têm custo',
    taxStep: 'Definir regime',
    rates: /^Regime e alíquotas/,
    from: 'Vale a partir de',
    rate: 'Alíquota efetiva (%)',
    addRate: 'Adicionar alíquota',
    inForce: 'em vigor',
    close: 'Fechar',
    adsOther: 'A loja não anuncia',
    noAds: /^Dizer desde quando/,
    noAdsFrom: 'Não anuncia desde',
    save: 'Salvar',
    noAdsSaid: /não anuncia desde/,
    allKnown: '100% da receita tem custo conhecido.',
    profit: 'Lucro',
  },
  en: {
    register: { name: 'Your name', company: 'Company name', password: 'Password', submit: 'Create account' },
    connect: 'Connect shop',
    shopName: 'Shop name',
    saveShop: 'Save shop',
    authorize: /^Authorize /,
    authorized: 'Authorization successful!',
    makeStep: 'Set up products',
    make: 'Make products from 186 listings',
    fillSkus: /^Give \d+ listings? without a SKU/,
    join: /^All \d+ are the same product/,
    opening: /^Take the platform’s stock/,
    makeAll: /^Make \d+ products$/,
    made: /\d+ products made\./,
    enterCosts: 'Enter costs',
    seeEffect: /^See the effect of/,
    saveCosts: /^Save \d+ costs/,
    allCosts: 'Every product has a cost',
    taxStep: 'Set tax regime',
    rates: /^Regime and rates/,
    from: 'Holds from',
    rate: 'Effective rate (%)',
    addRate: 'Add rate',
    inForce: 'in force',
    close: 'Close',
    adsOther: 'It does not advertise',
    noAds: /^Say since when/,
    noAdsFrom: 'Does not advertise since',
    save: 'Save',
    noAdsSaid: /does not advertise since/,
    allKnown: '100% of revenue has a known cost.',
    profit: 'Profit',
  },
}

for (const language of ['pt', 'en'] as const) {
  const words = wordsOf[language]

  test(
    `a stranger connects a shop and sees last month's profit with every cost known, in ${CLICKS_AT_MOST} clicks (${language})`,
    { tag: '@full' },
    async ({ page, baseURL }, info) => {
      test.setTimeout(MINUTES_AT_MOST * 60_000)
      const shopId = await makePlatformShop('Loja da estranha')
      await pressPlatform('history', { shopId: Number(shopId), orders: ORDERS, seed: shopId, wait: true })
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const { click, paste, picture, visit, clicks } = walkOn(page, info)
      const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
      const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
      const began = Date.now()

      const email = `stranger-${language}-${info.project.name}-${began}@example.com`
      await page.goto('/register')
      await page.getByLabel(words.register.name).fill('Ana')
      await page.getByLabel(words.register.company).fill('Loja da Ana')
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel(words.register.password, { exact: true }).fill('trilho lento abre a porta')
      await picture('register')
      await click(page.getByRole('button', { name: words.register.submit, exact: true }))
      await page.waitForURL('**/verification')
      await picture('confirm')
      await visit(await linkIn(email, '/auth/callback'))
      await page.waitForURL('**/dashboard')
      await picture('guide')

      await click(link(words.connect))
      await page.waitForURL('**/dashboard/shops?*')
      await page.getByLabel(words.shopName).fill('Loja da Ana')
      await picture('shop')
      await click(button(words.saveShop))
      await click(button(words.authorize))
      await page.waitForURL(/\/auth\?/)
      await click(page.locator(`input[name="account"][value="shop:${shopId}"]`))
      await picture('platform')
      await click(page.locator('button[name="decision"][value="confirm"]'))
      await expect(page.getByText(words.authorized)).toBeVisible()
      await picture('authorized')

      await click(link(words.makeStep))
      await page.waitForURL('**/mapeamento-produtos')
      await expect(async () => {
        await page.reload()
        await expect(button(words.make)).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 120_000 })
      await picture('mapping')
      await click(button(words.make))
      await click(page.getByRole('checkbox', { name: words.fillSkus }))
      await picture('mend')
      const same = page.getByRole('button', { name: words.join })
      for (let left = await same.count(); left > 0; left -= 2) {
        await click(same.first())
        await expect(same).toHaveCount(left - 2)
      }
      await click(page.getByRole('checkbox', { name: words.opening }))
      await picture('preview')
      await click(button(words.makeAll))
      await expect(page.getByText(words.made)).toBeVisible({ timeout: 120_000 })
      await picture('made')

      await click(link(words.enterCosts))
      await page.waitForURL('**/products/costs')
      const skus = page.getByRole('table').locator('tbody tr .wrap-anywhere')
      await expect(skus.first()).toBeVisible()
      const costs = (await skus.allInnerTexts()).map((sku, at) => `${sku}\t${5 + (at % 9)},90`)
      expect(costs.length).toBeGreaterThan(LISTINGS / 2)
      await paste(page.getByRole('table').getByRole('textbox').first(), ['SKU\tCusto', ...costs].join('\n'))
      await picture('costs')
      await click(button(words.seeEffect))
      await expect(button(words.saveCosts)).toBeEnabled()
      await picture('effect')
      await click(button(words.saveCosts))
      await expect(page.getByText(words.allCosts)).toBeVisible()
      await picture('all-costs')

      await click(link(words.taxStep))
      await page.waitForURL('**/settings/entities')
      await click(button(words.rates))
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(words.from).fill(FIRST_DAY[language])
      await drawer.getByLabel(words.rate).fill('6')
      await picture('tax')
      await click(drawer.getByRole('button', { name: words.addRate }))
      await expect(drawer.getByText(words.inForce)).toBeVisible()
      await click(drawer.getByRole('button', { name: words.close }).last())

      await picture('taxed')
      await visit('/dashboard')
      await picture('ads-step')
      await click(link(words.adsOther))
      await click(button(words.noAds))
      await drawer.getByLabel(words.noAdsFrom).fill(FIRST_DAY[language])
      await picture('ads')
      await click(drawer.getByRole('button', { name: words.save }))
      await expect(page.getByText(words.noAdsSaid)).toBeVisible()

      // The period: its list, and last month in it.
      await visit('/dashboard/minha-empresa/painel?period=last-month', 2)
      await expect(page.getByText(words.allKnown)).toBeVisible()
      await picture('profit')
      const profit = page
        .getByRole('table')
        .getByRole('row', { name: new RegExp(`^${words.profit}`) })
        .last()
      await expect(profit).toContainText(/\d/)

      const minutes = (Date.now() - began) / 60_000
      info.annotations.push({ type: 'walk', description: `${clicks()} clicks, ${minutes.toFixed(1)} minutes` })
      expect(clicks()).toBeLessThanOrEqual(CLICKS_AT_MOST)
      expect(minutes).toBeLessThanOrEqual(MINUTES_AT_MOST)
    },
  )
}
