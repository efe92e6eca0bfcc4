import { addParcel, addReturn, settleStock } from '../lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { expect, expectAccessibleInFull, test } from './fixtures/test'

const returns = '/dashboard/minha-empresa/shopee-central/devolucoes'

test(
  'a failed delivery is scanned in, found damaged, and never counts as sellable',
  { tag: '@phone' },
  async ({ page, organization, signIn }) => {
    const product = await addStockedProduct(organization, { sku: 'CAM-P', onHand: 10 })
    const order = await addParcel(organization, {
      items: [{ productId: product, quantity: 2 }],
      status: 'shipped',
      movesStock: true,
    })
    await settleStock(organization, order.orderId)
    await addReturn(organization, order, { quantity: 2, trackingNumber: 'BRVOLTA1' })
    await signIn('operator')
    await page.goto(returns)
    await expect(page.getByText('Em retorno: 2 unidades em 1 devolução.')).toBeVisible()
    await expectAccessibleInFull(page)
    const scanned = page.getByRole('textbox', { name: /^Bipe/ })
    // On a phone the keyboard stays away until the field is touched.
    await scanned.tap()
    await expect(scanned).toBeFocused()
    await page.keyboard.type('BRVOLTA1\n', { delay: 2 })
    await expect(page.getByRole('heading', { name: `Insucesso de entrega do pedido ${order.code}` })).toBeVisible()
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: 'Tudo avariado' }).click()
    await page.getByRole('button', { name: 'Receber', exact: true }).click()
    await expect(page.getByText('Recebida', { exact: true })).toBeVisible()
    await expectAccessibleInFull(page)
    await page.goto(`/dashboard/products/${product}`)
    await expect(page.getByRole('main')).toContainText('8')
    await page.goto(`${returns}?tab=incoming`)
    await expect(page.getByText('Nada está voltando')).toBeVisible()
  },
)

// Full form only: lib/sales/returns holds answers and rights, screens reads the page of a return.
test(
  'an open return shows its deadline and the ways to answer; a role that may not answer is informed',
  { tag: ['@desktop', '@full'] },
  async ({ page, organization, signIn }) => {
    const product = await addStockedProduct(organization, { sku: 'BON-U', onHand: 10 })
    const order = await addParcel(organization, { items: [{ productId: product, quantity: 1 }], status: 'shipped' })
    const dueAt = new Date(Date.now() + 86_400_000)
    const images = ['https://cf.shopee.com.br/file/br-1']
    await addReturn(organization, order, {
      kind: 'with_return',
      state: 'open',
      number: '2411280EDT4JRV5',
      dueAt,
      images,
    })
    await signIn()
    await page.goto(`${returns}?tab=answer`)
    await page.getByRole('link', { name: order.code }).click()
    await expect(page.getByRole('link', { name: 'Abrir foto 1' })).toHaveAttribute('href', images[0]!)
    await page.getByRole('radio', { name: 'Fazer oferta' }).check()
    await page.getByLabel('Reembolso oferecido').fill('12,50')
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: 'Enviar oferta' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar oferta' }).click()
    // The shop of this test is not connected: the refusal stands in the form.
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    const address = page.url()
    await signIn('operator')
    await page.goto(address)
    await expect(page.getByText('Seu papel não responde devoluções')).toBeVisible()
  },
)
