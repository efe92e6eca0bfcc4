import { isCommonPassword } from './password-blocklist'

test.each([
  'password1234',
  'P@ssw0rd12345',
  'Senha1234567',
  's3nh4-1234567',
  'SENHA@2026!!!',
  'Flamengo2024!',
  'corinthians1910',
  'DeusÉFiel2026',
  'João.12345678',
  'eu te amo 12345',
  '123456789012',
  '987654321098',
  'abcdefghijklm',
  'qwertyuiopasd',
  'aaaaaaaaaaaa',
  '----------------',
  'senhasenhasenha',
  'flamengoflamengo',
  'abc123abc123abc123',
  'correct horse battery staple',
])('%s is refused: many people choose it', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'café com pão na chapa',
  'trilho lento abre a porta',
  'xK9#mv2!pQ7z',
  'mascate-demonstracao',
  '五本の傘と一匹の猫が雨',
])('%s is accepted', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
