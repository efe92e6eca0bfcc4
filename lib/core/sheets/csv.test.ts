import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { toCsv } from '@/components/ui/chart/csv'
import { csvFile } from './csv'
import { writeSheet } from '../exports/file-formats'
import { failedRowsFile } from '@/lib/connect/order-imports/failed-rows-file'
import { unmarked } from './sheet-values'

/** The typed text, and the cell in the file. */
const cells: [string, string][] = [
  ['Caneca', 'Caneca'],
  ['a;b', '"a;b"'],
  ['a,b', 'a,b'],
  ['diz "oi"', '"diz ""oi"""'],
  ['uma\nlinha', '"uma\nlinha"'],
  ['=1+1', "'=1+1"],
  ['+55 11', "'+55 11"],
  ['-cmd', "'-cmd"],
  ['@cmd', "'@cmd"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  [' =1', "' =1"],
  ['\uFF1D1', "'\uFF1D1"],
  ['\uFF0B1', "'\uFF0B1"],
  ['\uFF0D1', "'\uFF0D1"],
  ['\uFF201', "'\uFF201"],
  ['=A;"1"', '"\'=A;""1"""'],
  ['azul,=1', "azul,'=1"],
  ['azul; @cmd', '"azul; \'@cmd"'],
  ['azul\n+1', '"azul\n\'+1"'],
  ['azul,\uFF1D1,-2', "azul,'\uFF1D1,'-2"],
]

test.each(cells)('the cell %j is quoted and starts no formula in each CSV file', async (typed, cell) => {
  expect(csvFile([[typed, 'x']])).toBe(`\uFEFF${cell};x\r\n`)
  expect(toCsv([[typed, 'x']])).toBe(`\uFEFF${cell};x\r\n`)
  const labels = { row: 'Linha', problem: 'Motivo', reason: () => '' }
  const failed = { row: 2, cells: [], values: { sku: typed } } as never
  expect(failedRowsFile([failed], labels)).toContain(`;${cell};`)
})

test.each(cells)('the text %j comes back from a file of ours without its marks', (typed, cell) => {
  const bare = cell.replace(/^"|"$/g, '').replaceAll('""', '"')
  expect(unmarked(bare)).toBe(typed)
})

// Their own writer quotes a little less.
test.each(cells)('the cell %j is safe in an export', async (typed, cell) => {
  async function* batches() {
    yield await Promise.resolve([[typed]])
  }
  const headings = [{ title: 'x', type: 'text' as const, width: 1 }]
  const file = writeSheet.csv({
    name: 'x',
    headings,
    batches: batches(),
    language: 'pt',
    timeZone: 'America/Sao_Paulo',
  })
  const [, line] = (await readText(Readable.from(file))).split('x\r\n', 2)
  const bare = (text: string) => text.replace(/^"|"$/g, '').replaceAll('""', '"')
  expect(bare(line!.slice(0, -2))).toBe(bare(cell))
})
