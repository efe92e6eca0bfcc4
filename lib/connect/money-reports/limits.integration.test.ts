import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf, withMark, type SheetCell } from '@/lib/testing/factories/sheets'
import { readMoneyFile } from './read-file'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await addShop(company, 'Loja A')
})

const headings = ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas', 'ROAS']
const ads = (period: string, rows: SheetCell[][], above: SheetCell[][] = []) =>
  withMark(csvOf([...above, ['Relatório de Todos os Anúncios'], ['Período', period], headings, ...rows], ','))

test('an ads report of more items and days than are kept is refused, with a way out', async () => {
  const rows = Array.from({ length: 1_400 }, (_, i) => [i, 'A', 'Em curso', String(100_000 + i), 1, 1, '1', '1', 1])
  const year = await checkMoneyTestFile(company, ads('01/01/2025 - 31/12/2025', rows))
  expect(await getMoneyFileRow(company, year)).toMatchObject({
    state: 'failed',
    error_code: 'moneyFileAdsTooLong',
    summary: { errorValues: { items: 1400, days: 365 } },
  })
  const months = await checkMoneyTestFile(company, ads('01/01/2025 - 28/02/2025', rows.slice(0, 200)))
  expect(await getMoneyFileRow(company, months)).toMatchObject({
    state: 'ready',
    summary: { outcomes: { new: 59 }, money: { totalCents: '20000' } },
  })
})

test('above the headings no more is looked at than says whose the file is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'money-'))
  const path = join(folder, 'a.csv')
  const wide = Array.from({ length: 30 }, () => Array.from({ length: 200 }, () => '01/08/2026'))
  const counted: number[] = []
  for (const above of [[], wide]) {
    writeFileSync(path, ads('01/08/2026 - 03/08/2026', [[1, 'A', 'Em curso', '222222', 1, 1, '1', '1', 1]], above))
    await readMoneyFile(path, async ({ preamble }) => void counted.push(preamble.texts.length))
  }
  expect(counted.at(-1)! - counted[0]!).toBe(30 * 50)
  rmSync(folder, { recursive: true })
})
