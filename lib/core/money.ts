import { locales, type Language } from '@/lib/core/language'

/** Integer cents of BRL. Never a float: not while parsing, not while formatting. */
export type Cents = bigint

export type ParsedMoney =
  | { ok: true; cents: Cents }
  | { ok: false; error: 'moneyInvalid' | 'moneyAmbiguous' | 'moneyTooLarge' }

export const maxMoneyCents: Cents = 999_999_999_999n

const nbsp = '\u00a0'
const minus = '\u2212'
const separators = {
  pt: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
} as const

function notation(language: Language) {
  const { group, decimal } = separators[language]
  return new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:\\${group}\\d{3})+)(?:\\${decimal}(\\d{1,2}))?$`)
}

const notations = { pt: notation('pt'), en: notation('en') } as const

/**
 * Reads an amount typed or pasted in the interface's language, or else in the other one's where only one reading makes sense: '18.50'
 * in pt, '18,50' in en. Ambiguous, and never guessed, is what could group thousands there or begin decimals here: '1,234' in pt, '1.234'
 * in en. '1.234' in pt groups thousands, as '1,234' does in en.
 */
export function parseMoney(text: string, language: Language): ParsedMoney {
  const amount = text
    .replace(/\s/gu, ' ')
    .trim()
    .replace(/^R\$ ?/i, '')
  if (amount.length > 20) return { ok: false, error: 'moneyInvalid' }
  const other = notations[language === 'pt' ? 'en' : 'pt'].exec(amount)
  const match = notations[language].exec(amount) ?? other
  if (!match) return { ok: false, error: 'moneyInvalid' }
  const isGroupOrDecimals = match === other && match[2] === undefined && !/[.,].*[.,]/.test(amount)
  if (isGroupOrDecimals) return { ok: false, error: 'moneyAmbiguous' }
  const whole = (match[1] ?? '').replace(/[.,]/g, '')
  const cents = BigInt(whole + (match[2] ?? '').padEnd(2, '0'))
  return cents > maxMoneyCents ? { ok: false, error: 'moneyTooLarge' } : { ok: true, cents }
}

function groupDigits(digits: string, language: Language) {
  return digits.replace(/\B(?=(\d{3})+$)/g, separators[language].group)
}

function unsigned(cents: Cents, language: Language) {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return groupDigits(digits.slice(0, -2), language) + separators[language].decimal + digits.slice(-2)
}

/** Cents as plain decimal text: -50n is '-0.50'. For programs and sheets, not for people. */
export function plainDecimal(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Without the currency mark: for inputs and for columns whose heading carries the mark. */
export function formatAmount(cents: Cents, language: Language): string {
  return (cents < 0n ? minus : '') + unsigned(cents, language)
}

/** 'R$ 1.234,56' in pt, 'R$1,234.56' in en; the space does not break and the sign stands before the mark. */
export function formatMoney(cents: Cents, language: Language): string {
  return (cents < 0n ? minus : '') + (language === 'pt' ? `R$${nbsp}` : 'R$') + unsigned(cents, language)
}

/** For chart axes, where cents do not matter: 'R$ 12 mil' in pt, 'R$12K' in en. */
export function formatMoneyShort(cents: Cents, language: Language): string {
  const reais = (cents < 0n ? -cents : cents) / 100n
  const short = formatter(language, { notation: 'compact', maximumFractionDigits: 1 }).format(reais)
  const mark = language === 'pt' ? `R$${nbsp}` : 'R$'
  return (cents < 0n ? minus : '') + mark + short.replace(/ /g, nbsp)
}

/** Anything whose text is a plain decimal: a number, a bigint, Prisma's Decimal. */
export type Numeric = number | bigint | { toString(): string }

const formatters = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than a row of a list: each is made once. */
function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${Object.values(options).join()}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locales[language], options)
  formatters.set(key, made)
  return made
}

function formatDecimal(value: Numeric, language: Language, options: Intl.NumberFormatOptions) {
  const text = formatter(language, options).format(String(value) as `${number}`)
  return text.replace('-', minus)
}

export function formatNumber(value: Numeric, language: Language, fractionDigits = 0, leastDigits = 0): string {
  return formatDecimal(value, language, {
    minimumFractionDigits: leastDigits,
    maximumFractionDigits: fractionDigits,
  })
}

/** Takes a ratio: 0.125 is '12,5%'. A signed percentage carries its plus, for differences. */
export function formatPercent(
  ratio: Numeric,
  language: Language,
  { fractionDigits = 1, signed = false }: { fractionDigits?: number; signed?: boolean } = {},
): string {
  return formatDecimal(ratio, language, {
    style: 'percent',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })
}
