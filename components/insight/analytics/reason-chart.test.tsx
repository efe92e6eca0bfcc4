import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '@/messages/pt-BR.json'
import { ReasonChart } from './reason-chart'

test('the commonest reasons stand by name with their share, all others as one', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  const reasons = names.map((name, place) => ({ name, count: BigInt(10 - place) }))
  render(
    <NextIntlClientProvider locale="pt" messages={messages} timeZone="UTC">
      <ReasonChart label="Motivos" counted="Pedidos" reasons={[...reasons, { name: 'A', count: 51n }]} />
    </NextIntlClientProvider>,
  )
  const rows = within(screen.getByRole('table', { name: 'Motivos' }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'A6161,0%',
    'B99,0%',
    'C88,0%',
    'D77,0%',
    'E66,0%',
    '2 outros motivos99,0%',
  ])
})
