import { addMonths, localDay, startOfMonth } from '../lib/core/dates'
import { setManusKey } from '../lib/testing/harnesses/agent-harness'
import { inspect } from '../lib/testing/harnesses/database'
import { addOrders, addProduct, addShop, foldSales } from '../lib/testing/factories/sales'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
const named = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, value), text)
const path = '/dashboard/manus-assistant'

for (const { language, tag } of languagesOf('en'))
  test(
    `a job is a local report without a key, and with one leaves as approved files, asks, acts when confirmed and brings a result (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      const { agentTasks } = texts[language]
      const { form, pack, timeline, report, sections, states } = agentTasks
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL!) && request.url().startsWith('http')) elsewhere.push(request.url())
      })
      const month = addMonths(startOfMonth(localDay(new Date(), 'America/Sao_Paulo')), -1)
      const productId = await addProduct(organization, 'GAR-1')
      const shop = await addShop(organization, 'Loja Norte')
      await addOrders(organization, shop, [{ at: `${month.slice(0, 8)}10T12:00:00Z`, cents: 123_456n, productId }])
      await foldSales(organization)
      const gross = language === 'pt' ? 'R$ 1.234,56' : 'R$1,234.56'
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })

      await page.goto(path)
      await expect(page.getByText(agentTasks.noKeyTitle)).toBeVisible()
      await expectAccessibleInFull(page)
      await page.getByRole('button', { name: form.submitLocal }).click()
      await expect(page.getByText(states.done, { exact: true })).toBeVisible()
      const sales = page.getByRole('table', { name: sections.sales, exact: true })
      await expect(sales).toContainText(gross)
      await expect(page.getByText(agentTasks.local).first()).toBeVisible()
      await expectAccessibleInFull(page)
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name: report.download }).click()
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/)

      await setManusKey(organization)
      await page.goto(path)
      await page.getByRole('radio', { name: new RegExp(`^${agentTasks.kinds.own}`) }).check()
      await page.getByRole('button', { name: form.submitManus }).click()
      await expect(page.getByRole('textbox', { name: form.question })).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('textbox', { name: form.question }).fill('Qual produto vale mais?')
      await expect(page.getByRole('checkbox', { name: sections.sales, exact: true })).toBeChecked()
      await page.getByRole('button', { name: form.submitManus }).click()
      await expect(page.getByText(pack.text)).toBeVisible()
      await expect(page.getByText('Qual produto vale mais?')).toBeVisible()
      await page.getByText(named(pack.preview, { name: `${agentTasks.files.sales}.csv` })).press('Enter')
      await expect(page.getByRole('table', { name: sections.sales })).toContainText(
        language === 'pt' ? '1234,56' : '1234.56',
      )
      await expectAccessible(page, 'what would leave for the assistant, to be approved')
      await page.getByRole('button', { name: pack.approve }).click()

      await expect(page.getByText('Li os arquivos.')).toBeVisible({ timeout: 90_000 })
      await expect(page.getByText('Qual loja pesa mais?')).toBeVisible()
      expect(await page.locator('main').getByRole('link', { name: 'veja aqui' }).count()).toBe(0)
      expect(await page.locator('main img').count()).toBe(0)
      await page.getByLabel(timeline.answerLabel).fill('A do norte')
      await page.getByRole('button', { name: timeline.send }).click()
      await expect(page.getByText(named(timeline.action, { type: 'gmailSendAction' }))).toBeVisible({ timeout: 90_000 })
      await expectAccessible(page, 'a job that asks to act')
      await page.getByRole('button', { name: timeline.confirm }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: timeline.confirm }).click()
      await expect(page.getByText(states.done, { exact: true })).toBeVisible({ timeout: 90_000 })
      const result = page.waitForEvent('download')
      await page.getByRole('link', { name: named(timeline.file, { name: 'analise.html' }) }).click()
      expect((await result).suggestedFilename()).toBe('analise.html')
      expect(elsewhere).toEqual([])
      expect(
        await inspect(
          organization.organizationId,
          `SELECT count(*)::int AS made FROM agent_task WHERE worker = 'manus'`,
        ),
      ).toEqual([{ made: 1 }])
    },
  )
