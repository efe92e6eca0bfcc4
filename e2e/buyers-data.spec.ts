import { withOrganization } from '../lib/core/db'
import { inspect } from '../lib/testing/harnesses/database'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const words = {
  pt: {
    search: 'Procurar comprador',
    orders: /2 pedidos/,
    download: 'Baixar dados do comprador',
    erase: 'Apagar dados…',
    needed: 'Ainda não dá para apagar',
    close: 'Fechar',
    confirm: 'Apagar dados',
    cancel: 'Cancelar',
    done: 'Dados do comprador apagados de 2 pedidos.',
    gone: /por solicitação do comprador/,
    erasures: /2 pedidos · por/,
    privacy: 'Privacidade',
    file: 'pedidos',
    buyer: 'comprador',
    name: 'nome',
  },
  en: {
    search: 'Find a buyer',
    orders: /2 orders/,
    download: "Download buyer's data",
    erase: 'Erase data…',
    needed: 'It cannot be erased yet',
    close: 'Close',
    confirm: 'Erase data',
    cancel: 'Cancel',
    done: "The buyer's data was erased from 2 orders.",
    gone: /at the buyer's request/,
    erasures: /2 orders · by/,
    privacy: 'Privacy',
    file: 'orders',
    buyer: 'buyer',
    name: 'name',
  },
} as const

/** Two orders of one buyer, the newer of them still to be sent. */
async function sell(organization: TestOrganization): Promise<string[]> {
  const { organizationId } = organization
  const shopId = await addShop(organization, 'Loja')
  const productId = await addProduct(organization, 'CANECA')
  const sold = { productId, buyer: 'zuleica' }
  const ids = await addOrders(organization, shopId, [
    { ...sold, at: '2026-11-10T12:00:00Z', code: '261110ZULEICA1', status: 'shipped' },
    { ...sold, at: '2026-11-12T12:00:00Z', code: '261112ZULEICA2', status: 'confirmed' },
  ])
  const buyer = {
    name: 'Zuleica Prado',
    username: 'zuleica.p',
    phone: '5511955443322',
    document: '123.456.789-09',
    city: 'Santos',
    state: 'São Paulo',
  }
  const purgeAfter = new Date(Date.now() + 86_400_000)
  await withOrganization({ organizationId }, (db) =>
    db.orderBuyer.createMany({ data: ids.map((orderId) => ({ organizationId, orderId, ...buyer, purgeAfter })) }),
  )
  await inspect(organizationId, 'SELECT refresh_order_list($1::uuid[])::text', [ids])
  return ids
}

test(
  'an owner finds a buyer, exports their data and erases them once nothing needs them any more',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, organization, signIn }, info) => {
    const language = info.project.name === 'desktop' ? 'pt' : 'en'
    const t = words[language]
    const [orderId] = await sell(organization)
    await signIn('owner')
    await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
    await page.goto('/dashboard/settings/privacy')
    await page.getByRole('searchbox', { name: t.search }).fill('zuleica')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t.orders)).toBeVisible()
    await expectAccessible(page, 'a buyer that was found')

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: t.download }).click()
    const held = JSON.parse((await (await (await downloading).createReadStream()).toArray()).join('')) as Record<
      string,
      Record<string, Record<string, string>>[]
    >
    expect(held[t.file]!.map((order) => order[t.buyer]![t.name])).toEqual(['Zuleica Prado', 'Zuleica Prado'])

    await page.getByRole('button', { name: t.erase }).click()
    const needed = page.getByRole('dialog', { name: t.needed })
    await expect(needed.getByRole('button', { name: t.close }).last()).toBeVisible()
    await expectAccessible(page, 'why a buyer cannot be erased yet')
    await page.keyboard.press('Escape')
    await inspect(organization.organizationId, `UPDATE orders SET status = 'shipped'`)

    await page.goto(`/dashboard/orders/${orderId}`)
    await expect(page.getByText('Zuleica Prado')).toBeVisible()
    await page.getByRole('button', { name: t.erase }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    // Where a finger points, no button is chosen ahead.
    if (language === 'pt') await expect(dialog.getByRole('button', { name: t.cancel })).toBeFocused()
    await expectAccessible(page, 'erasing a buyer')
    await dialog.getByRole('button', { name: t.confirm }).click()
    await expect(page.getByText(t.done)).toBeVisible()
    await expect(page.getByText(t.gone)).toBeVisible()
    await expect(page.getByText('Zuleica Prado')).toHaveCount(0)
    await expect(page.getByRole('button', { name: t.erase })).toHaveCount(0)

    await page.goto('/dashboard/settings/privacy')
    await expect(page.getByText(t.erasures)).toBeVisible()
    await expectAccessibleInFull(page)
  },
)

// Full form only: canary asks every role for every page, and lib/insight/privacy and the role matrix refuse the calls.
test(
  'a member without that right sees neither the page nor the buttons',
  { tag: '@full' },
  async ({ page, organization, signIn }) => {
    const [orderId] = await sell(organization)
    await signIn('manager')
    await page.goto(`/dashboard/orders/${orderId}`)
    await expect(page.getByText('Zuleica Prado')).toBeVisible()
    await expect(page.getByRole('button', { name: words.pt.erase })).toHaveCount(0)
    await page.goto('/dashboard/settings/privacy')
    await expect(page.getByRole('searchbox', { name: words.pt.search })).toHaveCount(0)
    await expect(page.getByRole('link', { name: words.pt.privacy })).toHaveCount(0)
  },
)
