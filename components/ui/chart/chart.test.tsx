import { fireEvent, render, screen, within } from '@testing-library/react'
import { testPage } from '../test-page'
import { toCsv } from './csv'
import { LineChart } from './line-chart'
import { layOutPlot, pickLabels } from './plot'
import { StackedBar } from './stacked-bar'

const points = [10, 40, 20].map((value, index) => ({
  label: `${index + 1}/11`,
  title: `0${index + 1}/11/2026`,
  value,
  valueText: `R$ ${value},00`,
  previous: value / 2,
  previousText: `R$ ${value / 2},00`,
}))
const names = { x: 'Dia', current: 'Período', previous: 'Antes' }

test('the axis holds zero, ends on round numbers, and gives a flat or empty series some height', () => {
  expect(layOutPlot(points).ticks.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40])
  expect(layOutPlot([{ value: -20 }, { value: 30 }]).ticks.map(({ value }) => value)).toEqual([-20, -10, 0, 10, 20, 30])
  expect(layOutPlot([{ value: 0 }, { value: 0 }]).points.map(({ top }) => top)).toEqual([100, 100])
  expect(layOutPlot([]).ticks[0]?.value).toBe(0)
})

test('a day without a value is a gap, not zero', () => {
  const plot = layOutPlot([{ value: 1 }, { value: null }, { value: 3 }])
  expect(plot.points[1]?.top).toBeNull()
  expect(plot.linePath.match(/M/g)).toHaveLength(2)
})

test.each([
  [3, 4, [0, 1, 2]],
  [30, 4, [0, 10, 20, 29]],
  [31, 7, [0, 5, 10, 15, 20, 25, 30]],
  [12, 4, [0, 4, 8, 11]],
  [12, 7, [0, 2, 4, 6, 8, 11]],
  [13, 7, [0, 2, 4, 6, 8, 10, 12]],
])('with %i places at most %i are labelled, the ends always', (count, most, expected) => {
  expect(pickLabels(count, most)).toEqual(expected)
})

test('arrow keys read the points out, from the last one backwards', () => {
  render(<LineChart label="Vendas" points={points} names={names} formatTick={String} />, { wrapper: testPage() })
  const cursor = screen.getByRole('slider', { name: /Vendas/ })
  expect(cursor.getAttribute('aria-valuetext')).toBe('03/11/2026, Período R$ 20,00, Antes R$ 10,00')
  fireEvent.keyDown(cursor, { key: 'ArrowLeft' })
  expect(cursor.getAttribute('aria-valuetext')).toContain('02/11/2026')
  fireEvent.keyDown(cursor, { key: 'Home' })
  fireEvent.keyDown(cursor, { key: 'ArrowLeft' })
  expect(cursor.getAttribute('aria-valuenow')).toBe('0')
  fireEvent.keyDown(cursor, { key: 'End' })
  expect(cursor.getAttribute('aria-valuenow')).toBe('2')
})

test('behind the drawing stands a table with every number', () => {
  render(<LineChart label="Vendas" points={points} names={names} formatTick={String} />, { wrapper: testPage() })
  const details = document.querySelector('details')!
  expect(details.querySelector('table')).toBeNull()
  details.open = true
  fireEvent(details, new Event('toggle'))
  const rows = within(document.querySelector('table') as HTMLElement).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual([
    'DiaPeríodoAntes',
    '01/11/2026R$ 10,00R$ 5,00',
    '02/11/2026R$ 40,00R$ 20,00',
    '03/11/2026R$ 20,00R$ 10,00',
  ])
})

test('the parts of a bar differ without colour', () => {
  const tones = ['neutral', 'accent', 'accent-medium', 'accent-light', 'good', 'bad', 'warn'] as const
  const segments = tones.map((tone) => ({ key: tone, label: tone, value: 1, valueText: '1', shareText: '14,3%', tone }))
  const { container } = render(
    <StackedBar label="Pedidos" names={{ name: 'Situação', value: 'Pedidos', share: 'Parte' }} segments={segments} />,
    { wrapper: testPage() },
  )
  const parts = container.firstElementChild?.firstElementChild?.children ?? []
  const textures = new Set(Array.from(parts, (part) => part.getAttribute('data-texture')))
  expect(textures.size).toBe(tones.length)
  expect(screen.getAllByRole('row')).toHaveLength(tones.length + 1)
})

test('the downloaded file opens in Excel in Brazil and starts no formula', () => {
  expect(
    toCsv([
      ['Dia', 'Vendas; brutas', '=1+1'],
      ['01/11/2026', '\u2212R$\u00a05,00', '-12,5%'],
    ]),
  ).toBe('\ufeffDia;"Vendas; brutas";\'=1+1\r\n01/11/2026;-R$ 5,00;-12,5%\r\n')
})
