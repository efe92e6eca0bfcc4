import { render, screen } from '@testing-library/react'
import { FormError } from './form-error'
import { testPage } from './test-page'

const error = { code: 'avatarInvalid' } as const
const sentence = /Esta imagem não pôde ser lida/g

test('a sentence that is the title is not said again by its field, which is still led to', () => {
  render(<FormError error={error} fields={{ photo: ['errors.avatarInvalid'] }} labels={{ photo: 'Foto' }} />, {
    wrapper: testPage(),
  })
  expect(screen.getByRole('alert').textContent?.match(sentence)).toHaveLength(1)
  expect(screen.getByRole('listitem').textContent).toBe('Foto')
})

test('nor by a rule of the whole form', () => {
  render(<FormError error={error} fields={{ _: ['errors.avatarInvalid'] }} />, { wrapper: testPage() })
  expect(screen.getByRole('alert').textContent?.match(sentence)).toHaveLength(1)
  expect(screen.queryByRole('list')).toBeNull()
})

test('an error of one field stands beside its name', () => {
  render(<FormError error={error} fields={{ photo: ['errors.moneyInvalid'] }} labels={{ photo: 'Foto' }} />, {
    wrapper: testPage(),
  })
  expect(screen.getByRole('listitem').textContent).toMatch(/^Foto: ./)
})

test.each([
  [false, 'alert'],
  [true, 'textbox'],
])('it takes the focus after a press, and leaves it without one (%s)', (keepsFocus, focused) => {
  const page = (failure: typeof error | null) => (
    <>
      <input />
      <FormError error={failure} keepsFocus={keepsFocus} />
    </>
  )
  const { rerender } = render(page(null), { wrapper: testPage() })
  screen.getByRole('textbox').focus()
  rerender(page(error))
  expect(document.activeElement).toBe(screen.getByRole(focused))
})
