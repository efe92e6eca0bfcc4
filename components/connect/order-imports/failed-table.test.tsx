import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { FailedTable } from './failed-table'

const headingsOf = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('the fields of a bank statement have a seller’s names, and columns without a value are left out', () => {
  const cells = [{ column: 'DTPOSTED', cell: '', problem: 'notTime', value: '2026111' }] as const
  render(<FailedTable href="/file" total={1} rows={[{ row: 3, key: '', cells: [...cells] }]} />, {
    wrapper: testPage('pt'),
  })
  expect(headingsOf()).toEqual(['Linha', 'Problema', 'Valor'])
  expect(screen.getByRole('row', { name: /Data \(DTPOSTED\) não é uma data/ })).toBeTruthy()
})

test('a sheet’s rows have their key and the place of each cell', () => {
  const cells = [{ column: 'Custo', cell: 'B8', problem: 'notNumber', value: 'dez' }] as const
  render(<FailedTable href="/file" total={1} rows={[{ row: 8, key: 'A', cells: [...cells] }]} />, {
    wrapper: testPage('pt'),
  })
  expect(headingsOf()).toEqual(['Linha', 'SKU ou pedido', 'Célula', 'Problema', 'Valor'])
})
