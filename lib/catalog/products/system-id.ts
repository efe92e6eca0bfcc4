import { validGtinLengths } from './gtin'

/** So many digits and more are no SKU that a person gives, unless they are a barcode of the trade. */
const ID_DIGITS = 10
const uuid = /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i
/** The numbers of a document database, and those of listings at Mercado Livre. */
const others = /^([0-9a-f]{24}|ML[A-Z]{1,2}-?\d{8,})$/i

function isGtin(digits: string): boolean {
  if (!validGtinLengths.includes(digits.length)) return false
  const sum = [...digits].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Whether a SKU looks like the number of a record in some system: another one's, or those of the listing itself (`ids`). */
export function isSystemId(sku: string, ids: readonly (string | null)[] = []): boolean {
  const text = sku.trim()
  if (ids.some((id) => id !== null && id !== '0' && id === text)) return true
  if (/^\d+$/.test(text)) return text.length >= ID_DIGITS && !isGtin(text)
  return uuid.test(text) || (others.test(text) && /\d/.test(text))
}
