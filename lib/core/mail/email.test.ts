import { emailSchema, type EmailKind } from './emails'
import { writeEmail } from './email'

const to = { email: 'ana@example.com', displayName: 'Ana', link: 'http://localhost:3000/auth/callback?token=abc&x=1' }

test.each([
  ['pt', 'Confirme seu e-mail no Mascate', 'Olá, Ana!'],
  ['en', 'Confirm your e-mail at Mascate', 'Hello, Ana!'],
] as const)('an email speaks the language of its reader (%s), as text and as HTML', (language, subject, greeting) => {
  const message = writeEmail('confirm', { ...to, language })
  expect(message).toMatchObject({ to: to.email, subject })
  expect(message.text).toContain(greeting)
  expect(message.text).toContain(to.link)
  expect(message.html).toContain(greeting)
  expect(message.html).toContain('href="http://localhost:3000/auth/callback?token=abc&amp;x=1"')
})

const kinds = emailSchema.options.map(({ shape }) => shape.kind.value)
const values = {
  organization: 'Loja da Ana',
  inviter: 'Ana',
  role: 'accountant',
  day: '30/11/2026',
  outcome: 'done',
  fileName: 'pedidos',
  count: 2,
  late: 1,
  today: 1,
  amount: 90.5,
  name: 'Bia',
  names: '2411AAA, 2411BBB',
  known: 'yes',
  device: 'Firefox',
  google: 'yes',
  secondStep: 'no',
  dropped: 'yes',
  tokens: 2,
  email: 'bia@example.com',
  sku: 'CAN-01',
}

test.each(kinds)('%s has all its words in both languages', (kind: EmailKind) => {
  // Those that only tell: there is nothing left for their reader to open.
  const link = ['emailChanged', 'memberRemoved', 'accountErased'].includes(kind) ? undefined : to.link
  const messages = (['pt', 'en'] as const).map((language) => writeEmail(kind, { ...to, link, language, values }))
  for (const { subject, text, html } of messages) {
    expect(`${subject}${text}${html}`).not.toMatch(/mail\.[a-zA-Z]|\{\w/)
    expect(html).toContain(subject)
  }
  expect(messages[0]!.subject).not.toBe(messages[1]!.subject)
})

test('a name is never markup, and starts no header', () => {
  const name = '<img src=x onerror=alert(1)>"\r\nBcc: all@example.com {link}'
  const message = writeEmail('invitation', {
    ...to,
    displayName: name,
    language: 'pt',
    values: { ...values, organization: name, inviter: name },
  })
  expect(message.html).not.toContain('<img')
  expect(message.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(message.subject).toMatch(/^Convite para <img.*> no Mascate$|^Convite para .* no Mascate$/)
  expect(message.subject).not.toMatch(/[\r\n]/)
})

test.each(['loja.com.br', 'https://loja.example/x', 'ana@loja.com', 'loja。com'])(
  'a name is never a link: %s',
  (name) => {
    const { text, html } = writeEmail('invitation', {
      ...to,
      displayName: name,
      language: 'pt',
      values: { ...values, organization: name, inviter: name },
      lines: [name],
    })
    for (const body of [text, html]) {
      expect(body).not.toContain(name)
      // Nothing but an invisible joiner was put in.
      expect(body.replaceAll('\u2060', '')).toContain(name)
    }
  },
)

test('an unknown reader is greeted without a name, and a mail that only informs has no button', () => {
  const message = writeEmail('emailChanged', { email: to.email, displayName: null, language: 'pt' })
  expect(message.text).toMatch(/^Olá!\n/)
  expect(message.html).not.toContain('href')
})
