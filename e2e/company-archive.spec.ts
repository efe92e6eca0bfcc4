import { readFileSync } from 'node:fs'
import { addExpense } from '../lib/testing/harnesses/export-harness'
import { givePassword, PASSWORD } from '../lib/testing/samples/given-password'
import { addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import { unpackZip } from '../lib/testing/factories/unpack-zip'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const words = {
  pt: {
    submit: 'Preparar arquivo',
    ready: 'Pronto. Fica disponível até',
    download: 'Baixar',
    before: 'Antes, leve uma cópia de tudo',
    readme: 'LEIA-ME.txt',
    title: 'Tudo da empresa',
    file: /^empresa-inteira-\d{4}-\d\d-\d\d\.zip$/,
    data: 'dados',
  },
  en: {
    submit: 'Prepare the file',
    ready: 'Ready. It stays available until',
    download: 'Download',
    before: 'Take a copy of everything along before',
    readme: 'README.txt',
    title: 'Everything of the company',
    file: /^whole-company-\d{4}-\d\d-\d\d\.zip$/,
    data: 'data',
  },
} as const

for (const { language, tag } of languagesOf('pt')) {
  const word = words[language]

  test(
    `an owner takes everything of the company along, with the password and no secret in it (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      const productId = await addProduct(organization, 'CANECA-1')
      const sale = { at: '2026-10-01T12:00:00Z', code: '261001LEVADO', productId }
      await addOrders(organization, await addShop(organization, 'Loja Norte'), [sale])
      await addExpense(organization, 'Aluguel', 185_050n, '2026-10-05')
      await givePassword(organization.owner)
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/settings/organization')
      await expect(page.getByRole('link', { name: word.before })).toHaveAttribute('href', '#take-along')
      await page.getByRole('button', { name: word.submit }).click()
      const dialog = page.getByRole('dialog')
      await expectAccessible(page, 'the password before everything is taken along')
      await dialog.locator('input[type=password]').fill('não é esta')
      await dialog.getByRole('button', { name: word.submit }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await dialog.locator('input[type=password]').fill(PASSWORD)
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: word.submit }).click()
      await expect(dialog).toHaveCount(0)
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(word.file)
      await expect(page.getByText(word.ready)).toBeVisible()
      await expectAccessibleInFull(page)

      const archive = await unpackZip(readFileSync(await file.path()))
      const readme = archive.get(word.readme)!.toString('utf8')
      expect(readme).toContain(word.title)
      expect(readme).toContain('  orders: 1\r\n')
      const orders = archive.get(`${word.data}/orders.jsonl`)!.toString('utf8').trim().split('\n')
      expect(orders.map((line) => (JSON.parse(line) as { external_code: string }).external_code)).toEqual([sale.code])

      await page.reload()
      const again = page.waitForEvent('download')
      await page.getByRole('link', { name: word.download, exact: true }).click()
      expect(readFileSync(await (await again).path()).equals(readFileSync(await file.path()))).toBe(true)
    },
  )
}
