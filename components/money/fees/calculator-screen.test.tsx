import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { defaultTerms } from '@/lib/money/fees/terms'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { CalculatorView } from '@/lib/money/fees/views'
import { CalculatorScreen } from './calculator-screen'

const rule: FeeRule = { ...brazilFeeHistory[2]!, id: 'rule', confirmedBy: 0, version: 1 }
const view: CalculatorView = {
  today: '2026-11-20',
  shops: [{ id: 'shop', name: 'Loja', rule, terms: defaultTerms, taxRate: 60_000n, isConfirmed: false, start: null }],
}

const linesOf = () => screen.getAllByRole('row').map((row) => row.textContent?.replace(/\u00a0/g, ' '))

const clear = () => userEvent.click(screen.getByRole('button', { name: /Limpar|Clear/ }))

test('it opens with what the shop sells most, until something else is typed, and else with what is said to be an example', async () => {
  const start = { title: 'Caneca azul', priceCents: 60_00n, costCents: null, packagingCents: 1_50n }
  const shops = [
    { ...view.shops[0]!, start },
    { ...view.shops[0]!, id: 'other', name: 'Outra' },
  ]
  render(<CalculatorScreen view={{ ...view, shops }} />, { wrapper: testPage() })
  expect(screen.getByText(/Caneca azul/)).toBeTruthy()
  expect(linesOf()).toContain('PreçoR$ 60,00')
  expect(linesOf()).toContain('Embalagem−R$ 1,50')
  // Its cost is not known, and is no example's.
  expect(linesOf().at(-1)).toBe('LucroDesconhecido')
  await userEvent.selectOptions(screen.getByLabelText('Loja'), 'other')
  expect(screen.getByText(/não de um produto seu/)).toBeTruthy()
  expect(linesOf().at(-1)).toBe('LucroR$ 13,00')
  await userEvent.type(screen.getByLabelText('Custo do produto'), '1')
  expect(screen.queryByText(/não de um produto seu/)).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Loja'), 'shop')
  expect(linesOf()).toContain('PreçoR$ 50,00')
})

test('a price shows line by line what is left of it, and from which rule', async () => {
  render(<CalculatorScreen view={view} />, { wrapper: testPage() })
  await clear()
  await userEvent.type(screen.getByLabelText('Preço de venda'), '100,00')
  await userEvent.type(screen.getByLabelText('Custo do produto'), '20,00')
  expect(linesOf()).toEqual([
    'LinhaValor',
    'PreçoR$ 100,00',
    'Comissão−R$ 12,00',
    'Taxa de serviço−R$ 22,00',
    'RepasseR$ 66,00',
    'Imposto−R$ 6,00',
    'Custo do produto−R$ 20,00',
    'LucroR$ 40,00',
  ])
  expect(screen.getByText(/Este preço está numa zona morta/).textContent).toContain('104,64')
  expect(screen.getByText(/Taxa fixa da faixa desde/).textContent?.replace(/\u00a0/g, ' ')).toContain('R$ 20,00 × 1')
})

test('without the cost the profit is unknown, and is said to be', async () => {
  render(<CalculatorScreen view={view} />, { wrapper: testPage('en') })
  await clear()
  await userEvent.type(screen.getByLabelText('Selling price'), '50.00')
  expect(linesOf().at(-1)).toBe('ProfitUnknown')
  expect(screen.getByText('Without the cost the profit is not known.')).toBeTruthy()
})

test('the other way round, a margin gives the lowest price outside dead zones', async () => {
  render(<CalculatorScreen view={view} />, { wrapper: testPage() })
  await userEvent.click(screen.getByLabelText('Preço para uma margem'))
  await userEvent.clear(screen.getByLabelText('Custo do produto'))
  await userEvent.type(screen.getByLabelText('Custo do produto'), '36,00')
  await userEvent.clear(screen.getByLabelText('Margem desejada (%)'))
  await userEvent.type(screen.getByLabelText('Margem desejada (%)'), '25')
  // By the first band's terms 81.63 would do, but from 80.00 on the second holds: 52.00 of 55 % of the price.
  expect(linesOf()[1]).toBe('PreçoR$ 94,54')
})
