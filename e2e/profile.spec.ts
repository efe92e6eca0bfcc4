import sharp from 'sharp'
import { withOrganization } from '../lib/core/db'
import { newId } from '../lib/core/ids'
import { notifyImportFinished } from '../lib/identity/notices/causes'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const words = {
  pt: {
    name: 'Nome de exibição',
    save: 'Salvar nome',
    saved: 'Nome salvo',
    account: /^Sua conta/,
    photoSaved: 'Foto salva',
  },
  en: {
    name: 'Display name',
    save: 'Save name',
    saved: 'Name saved',
    account: /^Your account/,
    photoSaved: 'Photo saved',
  },
}

const photo = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#2060a0' } })
    .withExif({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
    .jpeg()
    .toBuffer()

test(
  'the name and the photo show in the menu, and the photo served knows nothing of its camera or place',
  { tag: '@phone-in-short' },
  async ({ page, baseURL, signIn }, info) => {
    const language = info.project.name === 'desktop' ? 'pt' : 'en'
    const t = words[language]
    await signIn('operator')
    await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
    await page.goto('/dashboard/settings')
    await page.getByLabel(t.name).fill('')
    await page.getByRole('button', { name: t.save }).click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'a name that is refused')
    await page.getByLabel(t.name).fill('Marina Alves')
    await page.getByRole('button', { name: t.save }).click()
    await expect(page.getByText(t.saved)).toBeVisible()

    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'eu.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await input.setInputFiles({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expect(page.getByText(t.photoSaved)).toBeVisible()

    await page.getByRole('button', { name: t.account }).click()
    const menu = page.getByRole('group', { name: t.account })
    await expect(menu.getByText('Marina Alves')).toBeVisible()
    const avatar = menu.locator('[data-state]')
    await expect(avatar).toHaveAttribute('data-state', 'loaded')
    const address = await avatar.locator('img').getAttribute('src')
    const served = await page.request.get(address!)
    const bytes = await served.body()
    const { exif, width, height, format } = await sharp(bytes).metadata()
    expect({ exif, width, height, format }).toEqual({ exif: undefined, width: 256, height: 256, format: 'webp' })
    expect(bytes.includes('CANARY-CAMERA')).toBe(false)
    await expectAccessibleInFull(page)
  },
)

test(
  'the bell tells of a finished import, is read once opened, and leads to it',
  { tag: '@desktop' },
  async ({ page, organization, signIn }) => {
    const { organizationId, owner } = organization
    const done = { id: newId(), kind: 'orders' as const, fileName: 'pedidos-de-novembro.xlsx', createdBy: owner.userId }
    await withOrganization(organization, (db) => notifyImportFinished(db, organizationId, 'done', done))
    await signIn()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Avisos: 1 novo' }).click()
    const panel = page.getByRole('dialog', { name: /^Avisos/ })
    await expect(panel.getByText('pedidos-de-novembro.xlsx')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Avisos: nenhum novo' })).toBeVisible()
    await expectAccessible(page, 'the bell’s panel')
    await expect(panel.getByRole('link', { name: 'Importação concluída' })).toHaveAttribute(
      'href',
      `/dashboard/orders/import/${done.id}`,
    )
    await panel.getByRole('link', { name: 'Ver todos' }).click()
    await expect(page).toHaveURL(/\/dashboard\/notifications$/)
    await expect(page.getByRole('main').getByText('pedidos-de-novembro.xlsx')).toBeVisible()
    await expectAccessibleInFull(page)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Avisos: nenhum novo' })).toBeVisible()
  },
)

// Full form only: lib/insight/notifications holds what is saved, “the pages are nowhere until…” presses a switch of the same kind.
test(
  'a notification is switched off at once and stays off; a mandatory one cannot be switched off',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }) => {
    await signIn('finance')
    await page.goto('/dashboard/settings/notifications')
    const mail = page.getByRole('switch', { name: 'Despesas a pagar: Por e-mail' })
    await mail.click()
    await expect(mail).not.toHaveAttribute('aria-busy', 'true')
    await expect(mail).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Entrada em aparelho novo: Por e-mail' })).toBeDisabled()
    await expect(page.getByText('Pessoa nova na equipe')).toHaveCount(0)
    await expectAccessibleInFull(page)
    await page.reload()
    await expect(mail).not.toBeChecked()
  },
)
