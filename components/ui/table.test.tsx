import { render, screen } from '@testing-library/react'
import { Table, Tbody, Td, Tr } from './table'

const rows = (
  <Tbody>
    <Tr>
      <Td>1</Td>
    </Tr>
  </Tbody>
)

test('a table in which nothing takes the focus can be scrolled by the keyboard whether or not it is too wide just now', () => {
  render(
    <Table label="Estoque" sticky={false} focusable>
      {rows}
    </Table>,
  )
  const frame = screen.getByRole('group', { name: 'Estoque' })
  expect([frame.tabIndex, frame.firstElementChild?.getAttribute('role')]).toEqual([0, 'table'])
})

test('one whose rows take the focus is no stop of its own', () => {
  render(<Table label="Pedidos">{rows}</Table>)
  expect(screen.queryByRole('group')).toBeNull()
})
