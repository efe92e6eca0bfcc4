import { formatDay, localDay } from '../lib/core/dates'
import { switchProductivity } from '../lib/testing/samples/productivity-samples'
import { dress, expect, expectAccessibleInFull, test } from './fixtures/test'

const today = localDay(new Date(), 'America/Sao_Paulo')

test(
  'the pages are nowhere until the company switches them on',
  { tag: '@desktop' },
  async ({ page, organization, signIn, expectedErrors }) => {
    expectedErrors.push(/404/)
    await switchProductivity(organization, false)
    await signIn()
    for (const path of ['/quadro', '/agenda'])
      expect((await page.request.get(`/dashboard/produtividade${path}`)).status()).toBe(404)
    expect((await page.goto('/dashboard/produtividade'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Esta página não existe' })).toBeVisible()
    const entry = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Produtividade' })
    await expect(entry).toHaveCount(0)
    await page.goto('/dashboard/settings/organization')
    await page.getByRole('switch', { name: 'Páginas de produtividade' }).click()
    await expect(page.getByRole('switch', { name: 'Páginas de produtividade' })).toBeChecked()
    await page.getByRole('link', { name: 'Produtividade', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Produtividade' })).toBeVisible()
  },
)

test(
  'a card is written, moved by keys and by pointer, and taken off the board',
  { tag: '@desktop' },
  async ({ page, signIn }) => {
    await signIn()
    const said = (text: string) => page.getByRole('status').filter({ hasText: text })
    const board = (name: string) => page.getByRole('region', { name })
    for (const title of ['Ligar para o fornecedor', 'Contar caixas']) {
      await page.goto('/dashboard/produtividade/quadro?new=1')
      await page.getByRole('dialog').getByLabel('Título').fill(title)
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await expect(board('A fazer').getByRole('link', { name: title })).toBeVisible()
    }
    await expectAccessibleInFull(page)
    const grip = page.getByRole('button', { name: 'Mover Contar caixas' })
    await grip.focus()
    await page.keyboard.press('Space')
    await expect(said('Contar caixas na mão')).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(said('Contar caixas solto em Fazendo')).toBeAttached()
    await expect(board('Fazendo').getByRole('link', { name: 'Contar caixas' })).toBeVisible()

    const from = (await page.getByRole('button', { name: 'Mover Ligar para o fornecedor' }).boundingBox())!
    const to = (await board('Feito').boundingBox())!
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 60, { steps: 8 })
    await page.mouse.up()
    await expect(board('Feito').getByRole('link', { name: 'Ligar para o fornecedor' })).toBeVisible()
    await expect(said('solto em Feito')).toBeAttached()
    await page.reload()
    await expect(board('Fazendo').getByRole('link', { name: 'Contar caixas' })).toBeVisible()
    await page.getByRole('link', { name: 'Contar caixas' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Tarefa excluída')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contar caixas' })).toHaveCount(0)
  },
)

// Full form only: lib/insight/productivity holds events; “instalments share a total…” walks a calendar by keys, “a card is written…” a drawer.
test(
  'an event is planned and shown by month and by week',
  { tag: ['@desktop-in-short', '@full'] },
  async ({ page, baseURL, signIn }, info) => {
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/produtividade/agenda')
    if (info.project.name === 'desktop') {
      await page
        .getByRole('grid')
        .getByRole('link', { name: new RegExp(`^${formatDay(today, 'en')}`) })
        .focus()
      await page.keyboard.press('Enter')
    } else await page.getByRole('link', { name: 'New event' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Title').fill('Stock count')
    await expectAccessibleInFull(page)
    await drawer.getByRole('button', { name: 'Save' }).click()
    const event = page.getByRole('link', { name: /Stock count/ }).filter({ visible: true })
    await expect(event).toBeVisible()
    await expectAccessibleInFull(page)
    await page.getByRole('navigation', { name: 'View as' }).getByRole('link', { name: 'Week' }).click()
    await expect(page).toHaveURL(/view=week/)
    await expect(event).toBeVisible()
    await expectAccessibleInFull(page)
    await event.click()
    await drawer.getByLabel('All day').check()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Event updated')).toBeVisible()
  },
)
