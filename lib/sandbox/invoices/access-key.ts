import { randomInt } from 'node:crypto'

/**
 * The 44th digit: weights 2 to 9 from the right over the other 43, modulo 11 (NF-e manual, 5.4). Letters of an
 * alphanumeric CNPJ count by their character code less 48, as digits do.
 */
export function checkDigitOf(first43: string): number {
  const sum = [...first43]
    .reverse()
    .reduce((total, digit, index) => total + (digit.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

export const isAccessKey = (text: string): boolean =>
  /^\d{6}[0-9A-Z]{12}\d{26}$/.test(text) && checkDigitOf(text.slice(0, 43)) === Number(text[43])

/** An invented key whose digit holds; of model 55, or of 99 for a DC-e, whose issuer may be a person: a CPF. */
export function newAccessKey({
  cnpj,
  number,
  series = 1,
  model = '55',
  now,
}: {
  cnpj: string
  number: number
  series?: number
  model?: '55' | '99'
  now: number
}): string {
  const month = new Date(now * 1000).toISOString().slice(2, 7).replace('-', '')
  const first43 = [
    '35',
    month,
    cnpj.padStart(14, '0'),
    model,
    String(series).padStart(3, '0'),
    String(number).padStart(9, '0'),
    '1',
    String(randomInt(100_000_000)).padStart(8, '0'),
  ].join('')
  return `${first43}${checkDigitOf(first43)}`
}
