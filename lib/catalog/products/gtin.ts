export const validGtinLengths = [8, 12, 13, 14]

/** A GTIN is fourteen digits, of which the leading zeros may be left out; what is none stays as it is. */
export const wholeGtin = (code: string): string => (/^\d{8,14}$/.test(code) ? code.padStart(14, '0') : code)

/** Every way in which a barcode may stand in a product: UPC, EAN and GTIN-14 of one article are one code. */
export function gtinForms(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const bare = code.replace(/^0+/, '')
  return [
    ...new Set([
      code,
      ...validGtinLengths.filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0')),
    ]),
  ]
}
