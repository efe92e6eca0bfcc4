import { plainDecimal } from '@/lib/core/money'
import { csvFile } from '@/lib/core/sheets/csv'
import { columnOf, fields, type Field } from './columns'
import type { StagedProblem } from './schema'

const moneyFields = new Set<string>(fields.filter((field) => columnOf(field).kind === 'money'))
const shownFields = fields.filter((field) => !columnOf(field).buyer)

function shown(field: Field, value: string | undefined): string {
  if (value === undefined) return ''
  if (!moneyFields.has(field)) return value
  return plainDecimal(BigInt(value)).replace('.', ',')
}

export type FailedRowsLabels = {
  row: string
  reason: (problem: StagedProblem['cells'][number]) => string
  problem: string
}

/** The failed rows as a file that opens in Excel in Portuguese: what is wrong first, then the row without buyers' data. */
export function failedRowsFile(rows: StagedProblem[], labels: FailedRowsLabels): string {
  const head = [labels.row, labels.problem, ...shownFields.map((field) => columnOf(field).names[0] ?? field)]
  const lines = rows.map(({ row, cells, values }) => [
    String(row),
    cells
      .map((cell) => `${cell.cell || cell.column}: ${labels.reason(cell)}${cell.value ? ` (${cell.value})` : ''}`)
      .join(' | '),
    ...shownFields.map((field) => shown(field, values[field])),
  ])
  return csvFile([head, ...lines])
}
