import { render, screen } from '@testing-library/react'
import { sumNames } from '@/lib/connect/money-reports/schema'
import { testPage } from '@/components/ui/test-page'
import { UnreadTable } from './unread-table'

const word = {
  kind: 'word',
  name: 'Bonificação',
  place: 'Tipo de transação',
  count: 3,
  cents: '-1234',
  sample: '',
} as const

test.each([
  ['pt', 'Palavra desconhecida', '−R$ 12,34'],
  ['en', 'Unknown word', '−R$12.34'],
] as const)('in %s unknown texts are named with count and amount, and can be downloaded', (language, kind, amount) => {
  render(<UnreadTable href="/list" unread={[word]} />, { wrapper: testPage(language) })
  const row = screen.getByRole('row', { name: new RegExp(`${kind}.*Bonificação`) }).textContent!.replace(/\s/g, ' ')
  expect(row).toContain(amount)
  expect(row).toContain('3')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/list')
})

test.each([
  ['pt', /Coluna que falta.*Número de referência SKU.*até que você os mapeie/],
  ['en', /Column that this sheet lacks.*Número de referência SKU.*until you map them/],
] as const)('in %s a column that a sheet lacks is named with what follows', (language, row) => {
  const lacks = { ...word, kind: 'lacks', name: 'Número de referência SKU', cents: null, follows: 'unmapped' } as const
  render(<UnreadTable unread={[lacks]} />, { wrapper: testPage(language) })
  expect(screen.getByRole('row', { name: row })).toBeTruthy()
})

test('a sample that is a day is written in the language of the page', () => {
  render(<UnreadTable unread={[{ ...word, kind: 'balance', sample: '2026-11-04' }]} />, { wrapper: testPage('pt') })
  expect(screen.getByRole('row', { name: /04\/11\/2026/ })).toBeTruthy()
})

test('a sum that the rows do not make is said with both amounts; where all agrees nothing is said', () => {
  const checks = [{ name: 'in', saidCents: '10000', foundCents: '9000' }] as const
  const { rerender, container } = render(<UnreadTable checks={checks} />, {
    wrapper: testPage('pt'),
  })
  expect(container.textContent!.replace(/\s/g, ' ')).toMatch(/R\$ 100,00.*R\$ 90,00/)
  rerender(<UnreadTable unread={[]} />)
  expect(container.textContent).toBe('')
})

test.each(['pt', 'en'] as const)('in %s each sum that may not agree is said with both of its amounts', (language) => {
  const checks = sumNames.map((name) => ({ name, label: `${name}!`, saidCents: '1234500', foundCents: '6700' }))
  const { container } = render(<UnreadTable checks={checks} />, { wrapper: testPage(language) })
  const lines = [...container.querySelectorAll('p.text-warn')].map((line) => line.textContent)
  expect(lines).toHaveLength(sumNames.length)
  for (const line of lines) {
    expect(line).toMatch(/12[.,]345|1[.,]234[.,]500/)
    expect(line).toMatch(/67|6[.,]700/)
  }
  const [balance] = lines.filter((line) => line!.includes('balanceAfter!'))
  expect(balance).toMatch(/12[.,]278/)
})

test.each([
  ['pt', '3 linhas', 'o pedido fica como Enviado'],
  ['en', '3 rows', 'the order is Shipped'],
] as const)(
  'in %s a sheet’s count is said in rows, and an unknown status with the one that the order has',
  (language, rows, status) => {
    const sheet = { ...word, kind: 'sheet', name: 'Dicas' } as const
    render(<UnreadTable unread={[sheet, { ...word, becomes: 'shipped' }]} />, { wrapper: testPage(language) })
    expect(screen.getByRole('row', { name: /Dicas/ }).textContent).toContain(rows)
    const unknown = screen.getByRole('row', { name: /Bonificação/ }).textContent
    expect(unknown).toContain(status)
    expect(unknown).not.toContain(rows)
  },
)
