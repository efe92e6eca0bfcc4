import { formatDateTime, formatMonth } from '@/lib/core/dates'
import type { ExportContext } from '@/lib/core/exports/list-kind'
import { formatAmount } from '@/lib/core/money'
import {
  coverageLines,
  isPart,
  mayBeUnknown,
  moneyLines,
  statementLines,
  subtract,
  sumLines,
  type FigureLine,
  type Figures,
  profitBeforeAdsOf,
} from '../figures'
import { nameKeyOf } from '../line-name'
import type { Subject } from './subject'

const style = `body{font:13px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111}
h1{font-size:20px;margin:0}h2{font-size:15px;margin:1.5rem 0 .5rem}p{margin:.25rem 0}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #ccc;padding:.25rem .5rem;text-align:left}td+td,th+th{text-align:right;font-variant-numeric:tabular-nums}
.sum{font-weight:600;background:#f3f3f3}.part td:first-child{padding-left:1.5rem}.code{font-family:monospace;word-break:break-all}
@media print{body{margin:0;max-width:none}tr{break-inside:avoid}}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** The frozen figures on paper: a page that opens without the product, and prints. An unknown value is a dash. */
export function writeReport(
  subject: Subject,
  { t, language, timeZone }: ExportContext,
  missing: readonly string[],
): string {
  const { month, company, document, live, closing } = subject
  const frozen = closing?.frozen ?? {}
  const adjustments = closing?.adjustments ?? []
  const word = (key: string, values?: Record<string, string>) =>
    escape(t(`monthClose.${key}` as never, values as never))
  const nameOf = (line: FigureLine) => escape(t(nameKeyOf(line) as never))
  const amount = (cents: bigint | undefined) => (cents === undefined ? '—' : formatAmount(cents, language))
  const changes = closing ? subtract(live, closing.frozen) : {}
  const row = (line: FigureLine) => {
    const kind = sumLines.includes(line) ? ' class="sum"' : isPart(line) ? ' class="part"' : ''
    const values = closing ? [frozen[line], live[line], changes[line]] : [live[line]]
    const cells = values.map((cents) => `<td>${amount(cents)}</td>`).join('')
    return `<tr${kind}><td>${nameOf(line)}</td>${cells}</tr>`
  }
  const isReported = (line: FigureLine) =>
    frozen[line] !== undefined || live[line] !== undefined || mayBeUnknown.has(line)
  const columns = (closing ? ['detail.frozen', 'detail.live', 'detail.difference'] : ['detail.live'])
    .map((key) => `<th>${word(key)}</th>`)
    .join('')
  const table = (title: string, lines: readonly FigureLine[]) =>
    `<h2>${title}</h2><table><thead><tr><th>${word('detail.line')}</th>${columns}</tr></thead><tbody>${lines.filter(isReported).map(row).join('')}</tbody></table>`
  const changed = (of: string, figures: Figures) =>
    statementLines
      .filter((line) => figures[line] !== undefined)
      .map(
        (line) =>
          `<tr><td>${escape(formatMonth(of, language))} · ${nameOf(line)}</td><td>${amount(figures[line])}</td></tr>`,
      )
      .join('')
  const beforeAds = profitBeforeAdsOf(closing?.frozen ?? live)
  const body = [
    `<h1>${word('pack.report', { month: formatMonth(month, language) })}</h1>`,
    `<p>${[company, document]
      .filter((text) => text !== null)
      .map(escape)
      .join(' · ')}</p>`,
    ...(closing
      ? [
          `<p>${word('history.closedUnnamed', { at: formatDateTime(closing.closedAt, language, timeZone) })}</p>`,
          `<p>${word('history.hash')}: <span class="code">${closing.hash}</span> (${word(closing.isWhole ? 'history.whole' : 'history.broken')})</p>`,
        ]
      : [`<p><strong>${word('pack.provisional')}</strong></p>`]),
    beforeAds === null ? '' : `<p>${word('pack.profitBeforeAds')}: <strong>${amount(beforeAds)}</strong></p>`,
    table(word('detail.groups.statement'), statementLines),
    table(word('detail.groups.coverage'), coverageLines),
    table(word('detail.groups.money'), moneyLines),
    adjustments.length > 0
      ? `<h2>${word('adjustments.title')}</h2><table><thead><tr><th>${word('detail.line')}</th><th>${word('detail.difference')}</th></tr></thead><tbody>${adjustments.map(({ of, changes: figures }) => changed(of, figures)).join('')}</tbody></table>`
      : '',
    missing.length > 0
      ? `<h2>${word('pack.missing')}</h2><ul>${missing.map((name) => `<li class="code">${escape(name)}</li>`).join('')}</ul>`
      : '',
    `<p>${word('pack.notes')}</p>`,
  ]
  const lang = language === 'pt' ? 'pt-BR' : 'en'
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${word('pack.report', { month: formatMonth(month, language) })}</title><style>${style}</style></head><body><main>${body.join('\n')}</main></body></html>\n`
}
