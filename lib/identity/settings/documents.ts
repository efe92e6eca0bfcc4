export type SellerType = 'cnpj' | 'cpf'

/** As it is stored: without points, in capitals. */
export const bareDocument = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()

// A character counts as its ASCII code less 48: digits as themselves, the letters of the CNPJ of 2026 from 17 on.
const valueOf = (character: string) => character.charCodeAt(0) - 48

function checkDigit(base: string, highestWeight: number): string {
  let sum = 0
  for (let at = 0; at < base.length; at++) {
    const fromEnd = base.length - 1 - at
    sum += valueOf(base[at]!) * (2 + (fromEnd % (highestWeight - 1)))
  }
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

function holds(bare: string, shape: RegExp, highestWeight: number): boolean {
  // Documents of one repeated digit pass the arithmetic, but none was ever issued.
  if (!shape.test(bare) || /^(\d)\1+$/.test(bare)) return false
  const base = bare.slice(0, -2)
  const first = checkDigit(base, highestWeight)
  return bare.endsWith(first + checkDigit(base + first, highestWeight))
}

export const isCnpj = (bare: string) => holds(bare, /^[0-9A-Z]{12}\d{2}$/, 9)

export const isCpf = (bare: string) => holds(bare, /^\d{11}$/, 11)

export const isDocument = (bare: string, sellerType: SellerType) => (sellerType === 'cpf' ? isCpf : isCnpj)(bare)

/** With its points as far as it goes: also for one that is still being typed. */
export function formatDocument(text: string, sellerType: SellerType): string {
  const bare = bareDocument(text)
  const cuts = sellerType === 'cpf' ? [3, 6, 9, 11] : [2, 5, 8, 12, 14]
  const marks = sellerType === 'cpf' ? ['.', '.', '-'] : ['.', '.', '/', '-']
  let shown = ''
  let from = 0
  for (const [index, cut] of cuts.entries()) {
    const part = bare.slice(from, cut)
    if (part) shown += (index > 0 ? marks[index - 1] : '') + part
    from = cut
  }
  return shown + bare.slice(from)
}
