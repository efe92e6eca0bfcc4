import { coverageLines, isPart, moneyLines, type FigureLine } from './figures'

const own: readonly string[] = [...coverageLines, ...moneyLines]

/** Where a figure's name stands in the messages: the statement's lines are called as the result calls them. */
export function nameKeyOf(line: FigureLine): string {
  if (isPart(line)) return `monthClose.feeKinds.${line.slice('fees.'.length)}`
  return `${own.includes(line) ? 'monthClose' : 'result'}.lines.${line}`
}
