import { foldText, withoutAccents } from '@/lib/core/text/fold-text'
type Said = { sku: string | null; title: string; variation: string | null }
type Product = { sku: string; title: string; isKit: boolean }
type Family = 'colour' | 'voltage' | 'size' | 'measure'

// Ways to write the same: both genders, both languages, the shortenings of SKUs.
const colours = [
  ['branco', 'branca', 'white', 'bco', 'brc'],
  ['preto', 'preta', 'black', 'pto', 'prt'],
  ['azul', 'blue', 'azl'],
  ['vermelho', 'vermelha', 'red', 'verm'],
  ['verde', 'green', 'vrd'],
  ['amarelo', 'amarela', 'yellow', 'amar'],
  ['rosa', 'pink'],
  ['roxo', 'roxa', 'purple'],
  ['lilas', 'lilac'],
  ['cinza', 'gray', 'grey', 'cza'],
  ['marrom', 'brown'],
  ['bege', 'beige', 'nude'],
  ['laranja', 'orange'],
  ['dourado', 'dourada', 'gold', 'ouro'],
  ['prata', 'prateado', 'prateada', 'silver'],
  ['vinho', 'bordo', 'burgundy'],
  ['marinho', 'navy'],
  ['creme', 'cream', 'cru', 'palha'],
  ['caramelo', 'caramel'],
  ['transparente', 'clear'],
  ['salmao'],
  ['turquesa'],
  ['grafite'],
  ['mostarda'],
  ['cobre'],
] as const
const colourOf = new Map<string, string>(colours.flatMap((words) => words.map((word) => [word, words[0]] as const)))
const sizes = new Set(['pp', 'p', 'm', 'g', 'gg', 'xg', 'xgg', 'xs', 's', 'l', 'xl', 'xxl', 'xxxl'])
// The grid's low voltage is sold under either number.
const voltageOf = new Map<string, string>([
  ...(['110v', '127v', '110', '127'] as const).map((word) => [word, '127v'] as const),
  ...(['220v', '220'] as const).map((word) => [word, '220v'] as const),
  ...(['bivolt', 'bivolts'] as const).map((word) => [word, 'bivolt'] as const),
])
const measured =
  /(\d+(?:[.,]\d+)?)\s?(ml|l|litros?|kg|g|gr|cm|mm|m|metros?|w|un|und|unid|unidades?|pcs|pc|pecas?|pares|par)(?![a-z0-9])/g
const sized = /\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)+/g

const wordsIn = (text: string) => foldText(text).split(/[^a-z0-9]+/)

/**
 * The values of a variation by kind, to distinguish variations. One letter is a size only where it stands alone and
 * large.
 */
function valuesOf(free: string, codes: string): Map<Family, Set<string>> {
  const results = new Map<Family, Set<string>>()
  const add = (family: Family, value: string) => results.set(family, (results.get(family) ?? new Set()).add(value))
  const inCodes = wordsIn(codes)
  for (const word of [...wordsIn(free), ...inCodes]) {
    const colour = colourOf.get(word)
    if (colour) add('colour', colour)
    const voltage = voltageOf.get(word)
    if (voltage && (word.length > 3 || inCodes.includes(word))) add('voltage', voltage)
    if (sizes.has(word) && (word.length > 1 || inCodes.includes(word))) add('size', word)
  }
  for (const [, letter] of withoutAccents(free).matchAll(/(?:^|[\s(,-])([PMGSL])(?=$|[\s),])/g))
    add('size', letter!.toLowerCase())
  const plain = foldText(`${free} ${codes}`)
  for (const [, number, unit] of plain.matchAll(measured)) add('measure', `${number!.replace(',', '.')}${unit![0]}`)
  for (const [dimensions] of plain.matchAll(sized)) add('measure', dimensions.replaceAll(',', '.'))
  return results
}

const kitWords = new Set(['kit', 'combo'])
const saysKit = (...texts: (string | null)[]) =>
  texts.some((text) => text && wordsIn(text).some((w) => kitWords.has(w)))

/** The same code up to its last part, which tells the variation. */
function isSisterSku(a: string | null, b: string): boolean {
  const [one, other] = [a ?? '', b].map((sku) =>
    sku
      .trim()
      .toLowerCase()
      .split(/[-_./\s]+/),
  )
  if (!one || !other || one.length < 2 || one.length !== other.length) return false
  return one.slice(0, -1).join() === other.slice(0, -1).join() && one.at(-1) !== other.at(-1)
}

/** That the product is another variation than the listing's, or a kit where that sells one piece, or the reverse. */
export function contradicts(listing: Said, product: Product): boolean {
  if (saysKit(listing.title, listing.variation) !== (product.isKit || saysKit(product.title, product.sku))) return true
  if (isSisterSku(listing.sku, product.sku)) return true
  const named = valuesOf('', [listing.variation, listing.sku].filter(Boolean).join(' '))
  const inTitle = valuesOf(listing.title, '')
  for (const [family, theirs] of valuesOf(product.title, product.sku)) {
    // A title tells every colour there is; the variation tells which one it is.
    const own = named.get(family) ?? inTitle.get(family)
    if (own ? ![...own].some((value) => theirs.has(value)) : listing.variation !== null) return true
  }
  return false
}
