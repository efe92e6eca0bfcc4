import { csvFile } from '@/lib/core/sheets/csv'

const plainNumber = /^[-+]?(R\$ ?)?[\d.,]+%?$/

/** The values as they are shown, with signs and spaces that a spreadsheet reads as numbers. */
export const toCsv = (rows: string[][]): string =>
  csvFile(
    rows.map((row) => row.map((text) => text.replace(/\u00a0/g, ' ').replace(/\u2212/g, '-'))),
    (text) => plainNumber.test(text),
  )
