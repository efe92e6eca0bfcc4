/** Model 55 is an NF-e, 99 a DC-e. */
export type AccessKey = { key: string; model: string; series: string; number: string }

// The issuer's place may hold letters since 2026 (alphanumeric CNPJ); they count as their ASCII code less 48.
const keyPattern = /^\d{6}[0-9A-Z]{14}\d{24}$/
const keyInText = /(?<![0-9A-Za-z])\d{6}[0-9A-Z]{14}\d{24}(?![0-9A-Za-z])/g

/** Modulus 11 with the weights 2 to 9 from the right; 10 and 11 count as 0. Source: MOC 7.0, access key. */
export function checkDigitOf(first43: string): number {
  const sum = [...first43].reduceRight((total, char, i) => {
    const weight = 2 + ((first43.length - 1 - i) % 8)
    return total + (char.charCodeAt(0) - 48) * weight
  }, 0)
  const digit = 11 - (sum % 11)
  return digit > 9 ? 0 : digit
}

export const isAccessKey = (text: string): boolean =>
  keyPattern.test(text) && checkDigitOf(text.slice(0, 43)) === Number(text[43])

/** The number and series stand in the key without their leading zeros. */
export const readAccessKey = (key: string): AccessKey => ({
  key,
  model: key.slice(20, 22),
  series: String(Number(key.slice(22, 25))),
  number: String(Number(key.slice(25, 34))),
})

/** The first sound key that a text holds, a file's name say. */
export const findAccessKey = (text: string): string | null =>
  [...text.toUpperCase().matchAll(keyInText)].map(([key]) => key).find(isAccessKey) ?? null
