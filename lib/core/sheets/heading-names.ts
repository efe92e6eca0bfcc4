import { foldText } from '../text/fold-text'

/** No heading is longer, and the time of the expressions below grows fast with the length. */
const headingChars = 200
const headOf = (text: string) => text.trim().slice(0, headingChars)

/** A colon, a star, an arrow for sorting, marks without width: nothing at a heading's ends but letters, digits and brackets is its name. */
export const undressed = (text: string): string =>
  headOf(text)
    .replace(/[\p{Cf}\u0000]/gu, '')
    .replace(/^[^\p{L}\p{N}(（#%$]+|[^\p{L}\p{N})）#%$]+$/gu, '')

/** Text behind a name that is no part of it: a template's explanation, and the currency. */
const explained = /[（([]\s*(?:obrigat|limite|opcional|selecionar|apenas|\d|r\$|brl|php|sgd|myr)[^)）\]]*[)）\]]?\s*$/u
const currency = /\s(?:[-–—]\s?|em )?(?:r\$|brl|reais)$/u

/** Accents, case, spacing, dressing and what a template explains below or behind a name do not tell headings apart. */
export function foldHeading(text: string): string {
  const [name = ''] = undressed(text).split(/\r?\n/)
  return foldText(undressed(name))
    .replace(explained, '')
    .replace(/[*"“”]/g, '')
    .replace(/[º°]/g, 'o')
    .replace(/\bn\.\s?o?(?=\s)/g, 'no')
    .replace(/\s*\(\s*/g, ' (')
    .replace(/\s*\)/g, ')')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(currency, '')
}

/** The names that a heading may have: a line break stands within its name, or before what explains it. */
export function namesOfHeading(text: string): string[] {
  const first = foldHeading(text)
  if (!/[\r\n]/.test(text)) return [first]
  const whole = foldHeading(text.replace(/\s+/g, ' '))
  return whole === first ? [first] : [whole, first]
}

/** The extra headings of a sheet of refused rows: it is still the same sheet. */
export const problemHeadings = {
  problem: ['Problema na planilha', 'Problem in the sheet'],
  row: ['Linha na planilha', 'Row in the sheet'],
} as const
const added: readonly string[] = Object.values(problemHeadings).flat().map(foldHeading)
export const isAddedHeading = (text: string) => added.includes(foldHeading(text))

/**
 * How a source calls its columns. `signs` are headings that this source alone uses: one of them must be there. `likely` finds a column that none of
 * the names fits, by the words in its folded heading.
 */
export type HeadingSource<Name extends string, Field extends string> = {
  name: Name
  needs: readonly Field[]
  signs: readonly string[]
  columns: { readonly [F in Field]?: readonly string[] }
  likely?: { readonly [F in Field]?: RegExp }
  /** A sheet of such a name is signed by it. */
  sheet?: RegExp
  /** Columns that together say what it is under whatever headings: no sign is asked for where all of them are found, and no sheet is known by its signs. */
  meaning?: readonly Field[]
}

export type Places<Field extends string> = Partial<Record<Field, number>>

export function findPlaces<Field extends string>(
  headings: ReadonlyMap<number, string>,
  columns: HeadingSource<string, Field>['columns'],
  likely: HeadingSource<string, Field>['likely'] = {},
): Places<Field> {
  const places: Places<Field> = {}
  const folded = [...headings].map(([at, text]) => [at, namesOfHeading(text)] as const)
  const taken = new Set<number>()
  for (const field of Object.keys(columns) as Field[]) {
    for (const name of columns[field] ?? []) {
      const wanted = foldHeading(name)
      const match = folded.find(([at, names]) => names.includes(wanted) && !taken.has(at))
      if (!match) continue
      places[field] = match[0]
      taken.add(match[0])
      break
    }
  }
  for (const [field, words] of Object.entries(likely) as [Field, RegExp][]) {
    const result =
      places[field] === undefined &&
      folded.find(([at, names]) => names.some((text) => words.test(text)) && !taken.has(at))
    if (!result) continue
    places[field] = result[0]
    taken.add(result[0])
  }
  return places
}

type Recognized<Name extends string, Field extends string> = { source: Name; places: Places<Field> }

/** The source that explains most of a row of headings; null where none has what it needs. */
export const recognizeHeadings = <Name extends string, Field extends string>(
  headings: ReadonlyMap<number, string>,
  sources: readonly HeadingSource<Name, Field>[],
  sheetName = '',
): Recognized<Name, Field> | null => {
  const known = new Set([...headings.values()].flatMap(namesOfHeading))
  return bestOf(headings, sources, ({ signs, sheet, needs }) => {
    const isSheet = sheet?.test(foldHeading(sheetName)) ?? false
    const signed = signs.filter((sign) => known.has(foldHeading(sign))).length + (isSheet ? 1 : 0)
    return signs.length > 0 && signed === 0 ? null : { needs, signed }
  })
}

/** As `recognizeHeadings`, by what the columns mean: for headings that no source is known by. */
export const recognizeByMeaning = <Name extends string, Field extends string>(
  headings: ReadonlyMap<number, string>,
  sources: readonly HeadingSource<Name, Field>[],
): Recognized<Name, Field> | null =>
  bestOf(headings, sources, ({ meaning }) => meaning && { needs: meaning, signed: 0 })

function bestOf<Name extends string, Field extends string>(
  headings: ReadonlyMap<number, string>,
  sources: readonly HeadingSource<Name, Field>[],
  judge: (source: HeadingSource<Name, Field>) => { needs: readonly Field[]; signed: number } | null | undefined,
): Recognized<Name, Field> | null {
  let best: (Recognized<Name, Field> & { weight: number }) | null = null
  for (const source of sources) {
    const judged = judge(source)
    const places = judged && findPlaces(headings, source.columns, source.likely)
    if (!places || judged.needs.some((field) => places[field] === undefined)) continue
    const weight = judged.signed * 10 + Object.keys(places).length
    if (!best || weight > best.weight) best = { source: source.name, places, weight }
  }
  return best && { source: best.source, places: best.places }
}
