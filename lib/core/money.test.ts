import fc from 'fast-check'
import { languages, type Language } from '@/lib/core/language'
import {
  formatAmount,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  formatPercent,
  maxMoneyCents,
  parseMoney,
  plainDecimal,
} from '@/lib/core/money'

const anyCents = fc.bigInt({ min: -maxMoneyCents, max: maxMoneyCents })
const anyAmount = fc.bigInt({ min: 0n, max: maxMoneyCents })
const anyLanguage = fc.constantFrom<Language>(...languages)

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [1990n, '19.90'],
  [-5n, '-0.05'],
  [-150n, '-1.50'],
  [-200n, '-2.00'],
])('%s cents as plain decimal text are %s', (cents, text) => expect(plainDecimal(cents)).toBe(text))

describe('parseMoney', () => {
  test.each<[Language, string, bigint]>([
    ['pt', '1.234,56', 123456n],
    ['pt', '1234,56', 123456n],
    ['pt', '1234', 123400n],
    ['pt', '1.234', 123400n],
    ['pt', '12.345.678,90', 1234567890n],
    ['pt', '0,5', 50n],
    ['pt', '0', 0n],
    ['pt', '007,10', 710n],
    ['pt', 'R$ 1.234,56', 123456n],
    ['pt', 'R$1.234,56', 123456n],
    ['pt', 'R$\u00a01.234,56', 123456n],
    ['pt', '\u00a0 r$\u202f12,00\n', 1200n],
    ['pt', '9.999.999.999,99', 999999999999n],
    ['en', '1,234.56', 123456n],
    ['en', '1234.56', 123456n],
    ['en', '1,234', 123400n],
    ['en', 'R$1,234.56', 123456n],
    ['en', '12.3', 1230n],
    ['en', '9999999999.99', 999999999999n],
    // In the other language's notation, where it can mean nothing else.
    ['pt', '18.50', 1850n],
    ['pt', '1.2', 120n],
    ['pt', '1,234.56', 123456n],
    ['pt', '1234.50', 123450n],
    ['pt', '1,234,567', 123456700n],
    ['en', '18,50', 1850n],
    ['en', '1.234,56', 123456n],
    ['en', 'R$ 1234,5', 123450n],
  ])('reads %s %j to the cent', (language, text, cents) => {
    expect(parseMoney(text, language)).toEqual({ ok: true, cents })
  })

  test.each<[Language, string]>([
    ['pt', '1,234'],
    ['pt', 'R$ 12,345'],
    ['en', '1.234'],
    ['en', '999.999'],
  ])('refuses to guess what %s %j means', (language, text) => {
    expect(parseMoney(text, language)).toEqual({ ok: false, error: 'moneyAmbiguous' })
  })

  test.each<[Language, string]>([
    ['pt', ''],
    ['pt', '   '],
    ['pt', 'R$'],
    ['pt', '-1,00'],
    ['pt', '−1,00'],
    ['pt', '(1,00)'],
    ['pt', '1,2345'],
    ['pt', '1.23.456'],
    ['pt', '0.123,00'],
    ['pt', '1..234'],
    ['pt', '1,23,45'],
    ['pt', '12,'],
    ['pt', ',50'],
    ['pt', '1 234,56'],
    ['pt', '1e3'],
    ['pt', 'doze'],
    ['pt', 'US$ 10'],
    ['pt', '٣,٠٠'],
    ['pt', '10.000.000.000,00'],
    ['pt', '9'.repeat(5000)],
    ['en', '10,000,000,000.00'],
    ['en', '1.2345'],
    ['en', '-5'],
  ])('refuses %s %j', (language, text) => {
    const tooLarge = /^10.000.000.000/.test(text)
    expect(parseMoney(text, language)).toEqual({ ok: false, error: tooLarge ? 'moneyTooLarge' : 'moneyInvalid' })
  })

  test('every amount shown can be typed back in the same language', () => {
    fc.assert(
      fc.property(anyAmount, anyLanguage, (cents, language) => {
        expect(parseMoney(formatMoney(cents, language), language)).toEqual({ ok: true, cents })
        expect(parseMoney(formatAmount(cents, language), language)).toEqual({ ok: true, cents })
      }),
    )
  })

  test('an amount with cents shown in one language is the same amount in the other', () => {
    fc.assert(
      fc.property(anyAmount, anyLanguage, (cents, language) => {
        const read = parseMoney(formatMoney(cents, language), language === 'pt' ? 'en' : 'pt')
        expect(read).toEqual({ ok: true, cents })
      }),
    )
  })

  test('no text makes it throw or leave the range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.,]{0,16}$/)), anyLanguage, (text, language) => {
        const read = parseMoney(text, language)
        if (read.ok) expect(read.cents >= 0n && read.cents <= maxMoneyCents).toBe(true)
      }),
    )
  })
})

describe('formatting', () => {
  test.each<[bigint, string, string]>([
    [0n, 'R$\u00a00,00', 'R$0.00'],
    [5n, 'R$\u00a00,05', 'R$0.05'],
    [99n, 'R$\u00a00,99', 'R$0.99'],
    [123456n, 'R$\u00a01.234,56', 'R$1,234.56'],
    [-123456n, '−R$\u00a01.234,56', '−R$1,234.56'],
    [100000000n, 'R$\u00a01.000.000,00', 'R$1,000,000.00'],
    [123456789012345678n, 'R$\u00a01.234.567.890.123.456,78', 'R$1,234,567,890,123,456.78'],
  ])('shows %s cents exactly', (cents, pt, en) => {
    expect(formatMoney(cents, 'pt')).toBe(pt)
    expect(formatMoney(cents, 'en')).toBe(en)
  })

  test('money never holds a space that could wrap', () => {
    fc.assert(
      fc.property(anyCents, anyLanguage, (cents, language) => {
        expect(formatMoney(cents, language)).not.toMatch(/[ \u002d]/)
        expect(formatMoneyShort(cents, language)).not.toMatch(/[ \u002d]/)
      }),
    )
  })

  test('axis labels are short', () => {
    expect(formatMoneyShort(1200000n, 'pt')).toBe('R$\u00a012\u00a0mil')
    expect(formatMoneyShort(1250000n, 'en')).toBe('R$12.5K')
    expect(formatMoneyShort(0n, 'pt')).toBe('R$\u00a00')
  })

  test('numbers and percentages follow the language', () => {
    expect(formatNumber(1234567n, 'pt')).toBe('1.234.567')
    expect(formatNumber('1234.5', 'en', 2)).toBe('1,234.5')
    expect(formatNumber(-3, 'pt')).toBe('−3')
    expect(formatPercent('0.125', 'pt')).toBe('12,5%')
    expect(formatPercent(0.125, 'en', { signed: true })).toBe('+12.5%')
    expect(formatPercent(-0.031, 'pt', { signed: true })).toBe('−3,1%')
    expect(formatPercent(0, 'pt', { signed: true })).toBe('0,0%')
    expect(formatPercent(0.57, 'en', { fractionDigits: 0 })).toBe('57%')
    expect(formatNumber(2, 'pt', 1, 1)).toBe('2,0')
  })
})
