import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import messages from '@/messages/pt-BR.json'
import { Breadcrumb } from './breadcrumb'

let pathname = ''
stubPage({ usePathname: () => pathname })

test.each([
  ['/dashboard', 'Mascate / Dashboard'],
  ['/dashboard/orders', 'Mascate / Pedidos'],
  ['/dashboard/orders/import', 'Mascate / Pedidos / Importar'],
  ['/dashboard/orders/import/0195d1f0', 'Mascate / Pedidos / Importar'],
  ['/dashboard/products/new', 'Mascate / Produtos / Novo produto'],
  ['/dashboard/minha-empresa/hub', 'Mascate / Central da empresa'],
  ['/dashboard/minha-empresa/mapeamento-produtos', 'Mascate / Minha Empresa / Mapeamento de produtos'],
  ['/dashboard/minha-empresa/shopee-central/bancada', 'Mascate / Minha Empresa / Central Shopee / Bancada'],
  ['/dashboard/shopee-reconciliation', 'Mascate / Financeiro / Conciliação Shopee'],
  ['/dashboard/unknown', 'Mascate'],
])('%s stands under %s', (path, crumbs) => {
  pathname = path
  render(
    <NextIntlClientProvider locale="pt" messages={messages}>
      <Breadcrumb />
    </NextIntlClientProvider>,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(crumbs.split(' / '))
})
