import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { ListingChanges } from './listing-changes'

test.each([
  [
    'pt',
    [
      'Preço: R$ 39,90 → R$ 41,00',
      'Estoque na Shopee: 3 → 1.200',
      'SKU: vazio → CAN-A',
      'Título: Caneca → Caneca azul',
    ],
  ],
  [
    'en',
    ['Price: R$39.90 → R$41.00', 'Stock on Shopee: 3 → 1,200', 'SKU: empty → CAN-A', 'Title: Caneca → Caneca azul'],
  ],
] as const)('in %s each field that changes is said with what it was and what it will be', (language, lines) => {
  render(
    <ListingChanges
      changes={[
        { field: 'priceCents', before: '3990', after: '4100' },
        { field: 'platformStock', before: '3', after: '1200' },
        { field: 'sku', before: null, after: 'CAN-A' },
        { field: 'title', before: 'Caneca', after: 'Caneca azul' },
      ]}
    />,
    { wrapper: testPage(language) },
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent!.replace(/\s/g, ' '))).toEqual(lines)
})
