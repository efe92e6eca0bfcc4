import { foldHeading } from './heading-names'
import type { SheetRow } from './sheet-reader'

const total =
  /^(sub|grand )?(total|totais|soma|sum)( geral| general| (d[aeo]s?|por|of) .{1,40}?)?( ?[:=-]? ?(r\$ ?)?[\d.,]+( \p{L}{1,20})?)?$/u
/** Few texts are looked at as closely as a heading. */
const isTotal = (text: string) => /^\W*(?:sub|gra|tot|som|sum)/i.test(text) && total.test(foldHeading(text))

/** A row that a person or the report added up under the others: one cell says so, and those that every other row has are empty. */
export function isTotalsRow({ cells }: SheetRow, needed: readonly (number | undefined)[]): boolean {
  const isEmpty = (at: number) => {
    const text = cells.get(at)?.text ?? ''
    return /^[\s-]*$/.test(text) || isTotal(text)
  }
  return needed.every((at) => at === undefined || isEmpty(at)) && [...cells.values()].some(({ text }) => isTotal(text))
}

/** Each column's sum that such a row tells, beside the column's name. */
export const totalsOf = (
  { cells }: SheetRow,
  headings: ReadonlyMap<number, string>,
  places: readonly (number | undefined)[],
): string[][] =>
  places.flatMap((at) => {
    const said = at === undefined ? undefined : cells.get(at)?.text
    return at === undefined || said === undefined ? [] : [[headings.get(at) ?? '', said.trim().slice(0, 200)]]
  })

/** The text of a row that is a note to its reader: one cell of words, where every row of the report has more. Null for any other row. */
export function noteIn({ cells }: SheetRow): string | null {
  const said = [...cells.values()].filter(({ text }) => !/^[\s-]*$/.test(text))
  const [one] = said
  return said.length === 1 && one!.kind === 'text' && /\p{L}{2,}.*\s/u.test(one!.text.trim()) ? one!.text.trim() : null
}
