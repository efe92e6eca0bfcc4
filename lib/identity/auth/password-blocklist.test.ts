import { holdsOwnWords, isCommonPassword } from './password-blocklist'

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

const joana = ['joana.prado@padariaboa.com.br', 'Joana Prado', 'Padaria da Joana Ltda']

test.each([
  'joana.prado@padariaboa.com.br',
  'joana.prado e o pão',
  'JoanaPrado#2026!',
  'Padaria da Joana Ltda 1',
  'padariadajoana2026',
  'Prado-Joana-99',
  'j0anapradopadaria',
  'Shopee@Loja2026',
  'minhaloja shopee',
  'mascate-loja-joana',
])('%s is refused: who knows the person would try it', (password) => {
  expect(holdsOwnWords(password, joana)).toBe(true)
})

test.each([
  'café com pão na chapa',
  'xK9#mv2!pQ7z',
  'a loja abre quando o sol nasce',
  'mascate-demonstracao',
  'o pão da joana esfriou cedo',
])('%s is accepted', (password) => {
  expect(holdsOwnWords(password, joana)).toBe(false)
})

test('texts that are too short to say anything count for nothing', () => {
  expect(holdsOwnWords('xK9#mv2!pQ7z', ['', 'x@y.z', 'pQ', '---'])).toBe(false)
})
