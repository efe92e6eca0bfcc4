import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { scanFiles } from './age-database'
import { makeZip, sheetXml, workbookParts } from '../factories/zip-file'

test('a value is found in a file, in a sheet, and in a sheet of a ZIP', async () => {
  const sheet = makeZip(
    workbookParts(sheetXml('<row r="1"><c t="inlineStr"><is><t>Zuleica Canária</t></is></c></row>'.repeat(50))),
  )
  const files = {
    plain: Buffer.from('nome;zuleica canária'),
    sheet,
    archive: makeZip([{ name: 'dados/pedidos.xlsx', content: sheet }]),
    other: makeZip([{ name: 'dados/pedidos.csv', content: 'nome;outra pessoa' }]),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(process.env.MASCATE_DATA!, 'files', 'one', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  expect(await scanFiles({ name: 'Zuleica Canária' })).toEqual([
    { what: 'name', where: 'one/archive' },
    { what: 'name', where: 'one/plain' },
    { what: 'name', where: 'one/sheet' },
  ])
})
