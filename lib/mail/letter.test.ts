import { writeLetter } from './letter'

const to = { email: 'ana@example.com', displayName: 'Ana', link: 'http://localhost:3000/auth/callback?token=abc&x=1' }

test.each([
  ['pt', 'Confirme seu e-mail no Mascate', 'Olá, Ana!'],
  ['en', 'Confirm your e-mail at Mascate', 'Hello, Ana!'],
] as const)('a letter speaks the language of its reader (%s), as text and as HTML', (language, subject, greeting) => {
  const letter = writeLetter('confirm', { ...to, language })
  expect(letter).toMatchObject({ to: to.email, subject })
  expect(letter.text).toContain(greeting)
  expect(letter.text).toContain(to.link)
  expect(letter.html).toContain(greeting)
  expect(letter.html).toContain('href="http://localhost:3000/auth/callback?token=abc&amp;x=1"')
})

test('a name is never markup, and starts no header', () => {
  const displayName = '<img src=x onerror=alert(1)>"\r\nBcc: all@example.com {link}'
  const letter = writeLetter('confirm', { ...to, displayName, language: 'pt' })
  expect(letter.html).not.toContain('<img')
  expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(letter.subject).toBe('Confirme seu e-mail no Mascate')
})
