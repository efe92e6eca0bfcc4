import { foldHeading } from '@/lib/core/sheets/heading-names'
import type { UnreadOne } from '@/lib/core/sheets/unread'
import type { AdsItem } from './items'

/**
 * The general report tells GMV Max in one row of the shop, its own report by product; keywords, searches and groups divide the same campaigns again. `both` is
 * what two reports tell alike.
 */
export type AdsReport = 'general' | 'gmv_max'
export const adsOfBoth = 'both'

const divided = [
  /palavras?.?chave|keyword/,
  /tipo de combinacao|match type/,
  /grupo de anuncios?|ad.?group/,
  /(ad|anuncio) ?\/ ?(nome do )?(product|produto)/,
  /search (query|term)|(termo|consulta)s? (de|da) (busca|pesquisa)|busca do comprador/,
]
/** Titles of reports of one kind of ads: the general report has their spending as well. */
const ofOneKind = /(anuncios?|ads) (de |da |do |em |na )?(busca|pesquisa|descoberta)\b|\b(search|discovery) ads?\b/
const gmvMax = /gmv[\s+_-]*max/

/** By its headings and by what stands above them or in the file's name; null where it divides what others tell. */
export function adsReportOf(headings: readonly string[], above: readonly string[]): AdsReport | null {
  const texts = above.map(foldHeading)
  if ([...headings.map(foldHeading), ...texts].some((text) => divided.some((words) => words.test(text)))) return null
  if (texts.some((text) => ofOneKind.test(text.replace(/[\s+_-]+/g, ' ')))) return null
  return texts.some((text) => gmvMax.test(text)) ? 'gmv_max' : 'general'
}

/** A row of the shop that is the sum of the products' is left out and reported; such a report is the one by product. */
export function withoutTotal(
  items: readonly AdsItem[],
  report: AdsReport,
): { items: readonly AdsItem[]; report: AdsReport; left: UnreadOne | null } {
  const sum = items.reduce((before, one) => (one.item === '' ? before : before + one.spendCents), 0n)
  const total = sum === 0n ? undefined : items.find(({ item, spendCents }) => item === '' && spendCents === sum)
  if (!total) return { items, report, left: null }
  return {
    items: items.filter((one) => one !== total),
    report: 'gmv_max',
    left: { kind: 'repeat', name: total.title || '-', cents: total.spendCents },
  }
}
