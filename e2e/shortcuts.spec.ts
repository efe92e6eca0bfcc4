import type { Page } from '@playwright/test'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

// A phone has no keys.
const tag = '@desktop'

const name = /^(Atalhos do teclado|Keyboard shortcuts)$/
const sheet = (page: Page) => page.getByRole('dialog', { name })
/** Its visible part: the dialog itself has no box of its own. */
const title = (page: Page) => sheet(page).getByRole('heading', { name })

/** Until the page has its scripts, keys mean nothing. */
const pressUntilShown = (page: Page) =>
  expect(async () => {
    if (!(await title(page).isVisible())) await page.keyboard.press('?')
    await expect(title(page)).toBeVisible({ timeout: 500 })
  }).toPass()

// Full form only: “? shows the keys, G and a letter leads on…” opens and reads the sheet, and message parity holds its words.
test('? shows the keys, for everyone to read, in en', { tag: [tag, '@full'] }, async ({ page, baseURL, signIn }) => {
  await signIn('owner')
  await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
  await page.goto('/dashboard/notifications')
  await pressUntilShown(page)
  await expectAccessibleInFull(page)
  await page.keyboard.press('Escape')
  await expect(title(page)).toBeHidden()
})

test(
  '? shows the keys for everyone to read, G and a letter leads on, / to the search of the page or to the palette',
  { tag },
  async ({ page, organization, signIn }) => {
    await addStockedProduct(organization, { sku: 'CANECA' })
    await signIn('owner')
    await page.goto('/dashboard/notifications')
    await pressUntilShown(page)
    await expectAccessible(page, 'the keys')
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeHidden()

    await page.keyboard.press('/')
    const palette = page.getByRole('combobox', { name: /Buscar pedido/ })
    await expect(palette).toBeFocused()
    await palette.fill('atalhos')
    await expect(page.getByRole('option', { name: 'Ver os atalhos do teclado' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(title(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeHidden()

    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(page).toHaveURL(/\/dashboard\/products$/)
    const search = page.getByRole('searchbox').first()
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('gd?')
    await expect(search).toHaveValue('gd?')
    await expect(title(page)).toBeHidden()
  },
)

test(
  'a member who turns the single keys off keeps it so after a reload, and turns them on again from the menu',
  { tag },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/dashboard/notifications')
    await pressUntilShown(page)
    await sheet(page).getByRole('switch').uncheck()
    await page.reload()
    await page.getByRole('button', { name: /^Sua conta/ }).click()
    await page.getByRole('group', { name: 'Sua conta' }).getByRole('button', { name: 'Atalhos do teclado' }).click()
    await expect(sheet(page).getByRole('switch')).not.toBeChecked()
    await expectAccessibleInFull(page)
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeHidden()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await expect(title(page)).toBeHidden()
    await expect(page).toHaveURL(/notifications/)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('atalhos')
    await expect(page.getByRole('option', { name: 'Ver os atalhos do teclado' })).toBeVisible()
    await page.keyboard.press('Enter')
    await sheet(page).getByRole('switch').check()
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(title(page)).toBeVisible()
  },
)
