import { hashPassword } from '../lib/identity/auth/password'
import { withOwner } from '../lib/testing/harnesses/database'
import { addMember } from '../lib/testing/factories/factories'
import { dress, expect, expectAccessible, test } from './fixtures/test'

const password = 'trilho lento abre a porta'
const words = {
  pt: {
    download: 'Baixar meus dados',
    erase: 'Apagar minha conta',
    onlyOwner: /Só você é proprietário/,
    erased: 'Sua conta foi apagada.',
  },
  en: {
    download: 'Download my data',
    erase: 'Delete my account',
    onlyOwner: /You are the only owner/,
    erased: 'Your account has been deleted.',
  },
}

test(
  'a person takes their data along and deletes their account, once the company has another owner and the password is right',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, organization, signIn }, info) => {
    const language = info.project.name === 'desktop' ? 'pt' : 'en'
    const t = words[language]
    const { userId } = organization.owner
    const passwordHash = await hashPassword(password)
    const [email] = await withOwner(async (owner) => {
      const set = 'update app_user set password_hash = $2, language = $3 where id = $1 returning email::text'
      return (await owner.query<{ email: string }>(set, [userId, passwordHash, language])).rows.map((row) => row.email)
    })
    await signIn('owner')
    await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
    await page.goto('/dashboard/settings')
    await expect(page.getByText(t.onlyOwner)).toBeVisible()
    await expect(page.getByRole('button', { name: t.erase })).toHaveCount(0)

    const account = await page.request.get('/api/account')
    expect([account.status(), account.headers()['content-disposition']]).toEqual([
      200,
      'attachment; filename="mascate-account.json"',
    ])
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: t.download }).click()
    const held = await (await (await downloading).createReadStream()).toArray()
    expect(JSON.parse(held.join(''))).toMatchObject({ account: { email } })

    await addMember(organization, 'owner')
    await page.reload()
    await expect(page.getByText(t.onlyOwner)).toHaveCount(0)
    await page.getByRole('button', { name: t.erase }).click()
    const dialog = page.getByRole('alertdialog')
    await expectAccessible(page, 'deleting the account')
    await dialog.locator('input[type=password]').fill('não é esta')
    await dialog.getByRole('button', { name: t.erase }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.locator('input[type=password]').fill(password)
    await dialog.getByRole('button', { name: t.erase }).click()
    await page.waitForURL((url) => url.pathname === '/auth')
    await expect(page.getByRole('status').filter({ hasText: t.erased })).toBeVisible()
    await page.goto('/dashboard/settings')
    await page.waitForURL((url) => url.pathname === '/auth')
    const left = await withOwner((owner) => owner.query('select 1 from app_user where id = $1', [userId]))
    expect(left.rowCount).toBe(0)
  },
)
