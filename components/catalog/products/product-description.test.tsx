import { render } from '@testing-library/react'
import { ProductDescription } from './product-description'

test('unclean HTML is put into the page clean', () => {
  const html = '<p onclick="x()">Boa</p><script>alert(1)</script><img src=x onerror="alert(1)">'
  const { container } = render(<ProductDescription html={html} />)
  expect(container.firstElementChild!.innerHTML).toBe('<p>Boa</p>')
})
