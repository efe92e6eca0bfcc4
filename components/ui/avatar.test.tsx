import { render } from '@testing-library/react'
import { Avatar } from './avatar'

const letterOf = (props: { email: string; name?: string }) => render(<Avatar {...props} />).container.textContent

test('the letter is the name’s where one is given, else the e-mail’s', () => {
  expect(letterOf({ email: 'marina@loja.com.br' })).toBe('M')
  expect(letterOf({ email: 'conta@loja.com.br', name: ' álvaro' })).toBe('Á')
  expect(letterOf({ email: 'conta@loja.com.br', name: ' ' })).toBe('C')
  expect(letterOf({ email: 'conta@loja.com.br', name: '🦊 Rui' })).toBe('🦊')
})
