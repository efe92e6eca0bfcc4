import { asWindows, decodeText } from './decode-text'

const text = '<?xml version="1.0"?><a>AÇÃO às 10 – José</a>'
const utf16 = (mark: boolean, isBig: boolean) => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const windows = Buffer.from(text.replace('–', '\u0096'), 'latin1')
const declare = (name: string | null) => () => name

test.each([
  ['UTF-8', Buffer.from(text), null],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`), null],
  ['UTF-8 that calls itself Latin-1', Buffer.from(text), 'ISO-8859-1'],
  ['Windows-1252 that says nothing', windows, null],
  ['Windows-1252 that calls itself UTF-8', windows, 'UTF-8'],
  ['Windows-1252 that calls itself Latin-1', windows, 'iso-8859-1'],
  ['Windows-1252 by its number', windows, '1252'],
  ['Windows-1252 under an unknown name', windows, 'x-unknown'],
  ['UTF-16 with its mark', utf16(true, false), 'UTF-8'],
  ['UTF-16, the other way round', utf16(true, true), null],
  ['UTF-16 without a mark', utf16(false, false), null],
  ['UTF-16 without a mark, the other way round', utf16(false, true), null],
])('%s is read', (_, bytes, name) => {
  expect(decodeText(bytes, declare(name))).toBe(text)
})

test('a declared set that differs from Windows’ is believed where the bytes are no UTF-8', () => {
  expect(decodeText(Buffer.from([0xa4, 0x31]), declare('ISO-8859-15'))).toBe('€1')
  expect(decodeText(Buffer.from([0xa4, 0x31]), declare(null))).toBe('¤1')
})

test('characters of Windows beyond Latin-1 are read as they are meant, a letter a byte', () => {
  expect(asWindows('\u0080\u0093a\u0094\u0096\u0099 ação')).toBe('€“a”–™ ação')
})
