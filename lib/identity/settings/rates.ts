import type { Language } from '@/lib/core/language'
import { formatNumber } from '@/lib/core/money'

/** A share as plain decimal text, as exact as its column numeric(18,6): '0.0654' is 6.54 %. */
export type Rate = string

export const taxRegimes = ['simples', 'mei', 'presumed', 'real', 'individual'] as const
export type TaxRegime = (typeof taxRegimes)[number]

/** Individuals are taxed as such; companies in one of the other ways. */
export const regimesOf = (sellerType: 'cnpj' | 'cpf') =>
  taxRegimes.filter((regime) => (regime === 'individual') === (sellerType === 'cpf'))

/** MEI pays a fixed amount a month, whatever it sells. */
export const hasRate = (regime: TaxRegime) => regime !== 'mei'

/** The base of a rate beside the products' revenue: for the accountant to set, with the rate's day. */
export const baseSwitches = ['lessPix', 'lessVouchers', 'withSubsidies', 'withFreight'] as const
export type TaxBase = Record<(typeof baseSwitches)[number], boolean>
/** The invoice of an order paid by Pix has the lower price, so that is the base until the accountant says otherwise. */
export const usualBase: TaxBase = { lessPix: true, lessVouchers: false, withSubsidies: false, withFreight: false }

export type ParsedRate = { ok: true; rate: Rate } | { ok: false; error: 'rateInvalid' }

/** No percentage has thousands: either mark begins decimals. */
const notation = /^(\d{1,3})(?:[.,](\d{1,4}))?$/
const refused = { ok: false, error: 'rateInvalid' } as const

/** A percentage as typed or pasted, from 0 to 100 with up to four decimals. */
export function parseRate(text: string): ParsedRate {
  const match = notation.exec(text.replace(/\s/gu, '').replace(/%$/, ''))
  if (!match) return refused
  const millionths = Number((match[1] ?? '') + (match[2] ?? '').padEnd(4, '0'))
  return millionths > 1_000_000 ? refused : { ok: true, rate: rateOf(millionths) }
}

export const rateOf = (millionths: number | bigint): Rate => {
  const digits = millionths.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

export const millionthsOf = (rate: Rate): bigint => {
  const [whole = '0', fraction = ''] = rate.split('.')
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'))
}

/** Without the mark, for inputs: '6,54'. */
export function formatRateInput(rate: Rate, language: Language): string {
  const digits = millionthsOf(rate).toString().padStart(5, '0')
  return formatNumber(`${digits.slice(0, -4)}.${digits.slice(-4)}`, language, 4)
}

export const formatRate = (rate: Rate, language: Language): string => `${formatRateInput(rate, language)}%`
