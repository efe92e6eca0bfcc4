import { columnLetters } from '@/lib/core/sheets/sheet-reader'
import { headers } from './order-export'
import { makeZip, sheetXml, workbookParts, type ZipPart } from './zip-file'

const zip = (...parts: ZipPart[]) => makeZip(parts)
const good = () => workbookParts(sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'))
const millionZeros = Buffer.alloc(30 * 1024 * 1024, 0x20)
const bombOfRows = sheetXml('<row><c><v>1</v></c></row>'.repeat(1_000_000))
const textCell = (text: number, column = '') => `<c${column && ` r="${column}1"`} t="s"><v>${text}</v></c>`
const sharing = (texts: string[], rows: string) =>
  zip(...workbookParts(sheetXml(rows), `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`))

/** 48 MB of texts with a letter beyond Latin-1 in each, packed to a tenth, which is no bomb to a directory. */
const wideTexts = () => Array.from({ length: 400_000 }, (_, i) => `${noise(12, i + 1)}${'a'.repeat(90)}の`)
/** As many cells as texts. */
export const wideSheet = (): Buffer =>
  sharing(
    wideTexts(),
    Array.from({ length: 200_000 }, (_, i) => `<row>${textCell(2 * i)}${textCell(2 * i + 1)}</row>`).join(''),
  )

/** 129 MB that shrink to a fiftieth. */
const longTexts = () => Array.from({ length: 4_000 }, (_, i) => `${noise(900, i + 1)}${'a'.repeat(31_300)}`)

/** Orders whose rows all stand apart, so that they are held together in the end: more than a thread's memory. */
export function memoryFiller(): Buffer {
  const names = headers.current.map((_, at) => textCell(at, columnLetters(at))).join('')
  const titleAt = headers.current.indexOf('Nome do Produto')
  const title = textCell(headers.current.length, columnLetters(titleAt))
  const rows = Array.from({ length: 120_000 }, (_, i) => {
    return `<row><c r="A1" t="str"><v>ORDER${(i * 7919) % 60_000}</v></c>${title}</row>`
  })
  return sharing([...headers.current, `${'a'.repeat(900)}の`], `<row>${names}</row>${rows.join('')}`)
}

/** A workbook of so many rows with a cell each. */
export const filledSheet = (rows: number): Buffer =>
  zip(
    ...workbookParts(
      sheetXml(Array.from({ length: rows }, (_, i) => `<row><c><v>${(i * 7919) % 9973}</v></c></row>`).join('')),
    ),
  )

/** Those that take seconds to make: lib/core/sheets/shared-texts.test.ts holds what refuses them. */
export const largeHostileSheets: [string, string, () => Buffer][] = [
  ['48 MB of shared texts around one cell', 'importUnsafe', () => sharing(wideTexts(), `<row>${textCell(0)}</row>`)],
  [
    '128 MB of long shared texts in 3 MB, and more cells',
    'importUnsafe',
    () => sharing([...longTexts(), 'x'], apart(8_000, textCell(4_000))),
  ],
]

/** By what it is called: the code it is refused with, and its bytes. */
export const hostileSheets: [string, string, () => Buffer][] = [
  ['an empty file', 'importFileEmpty', () => Buffer.from('')],
  ['a text file', 'importNotSpreadsheet', () => Buffer.from('ID do pedido;Status do pedido\n1;Enviado')],
  ['a picture', 'importNotSpreadsheet', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['an old or encrypted Excel file', 'importProtected', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a zip that is no workbook', 'importNotSpreadsheet', () => zip({ name: 'a.txt', content: 'a' })],
  ['a zip cut short', 'importDamaged', () => makeZip(good()).subarray(0, 300)],
  ['encrypted entries', 'importProtected', () => zip(...good().map((part) => ({ ...part, flags: 1 })))],
  ['a bomb', 'importUnsafe', () => zip(...workbookParts(millionZeros))],
  ['a bomb of rows', 'importUnsafe', () => zip(...workbookParts(bombOfRows))],
  [
    'a bomb that claims to be small',
    'importUnsafe',
    () => zip(...good().slice(0, 2), { ...workbookParts(bombOfRows)[2]!, claimedBytes: 1000 }),
  ],
  [
    'more than 50 MB',
    'importFileTooLarge',
    () => zip(...good(), { name: 'xl/media/image1.png', content: Buffer.alloc(50 * 1024 * 1024), stored: true }),
  ],
  [
    '700 MB claimed in all',
    'importUnsafe',
    () => {
      // Each packed no better than it may be, so that nothing but their sum is too much.
      const content = noise(2_000_000)
      return zip(...good(), ...Array.from({ length: 7 }, (_, i) => ({ name: `${i}`, content, claimedBytes: 1e8 })))
    },
  ],
  [
    '2,001 entries',
    'importUnsafe',
    () => zip(...good(), ...Array.from({ length: 1_998 }, (_, i) => ({ name: `e${i}`, content: '' }))),
  ],
  ['overlapping entries', 'importUnsafe', () => zip(...good(), { name: 'again.xml', content: 'x', overlaps: 2 })],
  ['an entry twice', 'importUnsafe', () => zip(...good(), good()[2]!)],
  ['more entries claimed than there are', 'importDamaged', () => makeZip(good(), { claimedCount: 9 })],
  [
    'an entity bomb',
    'importUnsafe',
    () =>
      zip(
        ...workbookParts(
          `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetXml('<row><c><v>&b;</v></c></row>')}`,
        ),
      ),
  ],
  ['an unknown entity', 'importDamaged', () => zip(...workbookParts(sheetXml('<row><c><v>&nope;</v></c></row>')))],
  [
    'tags that do not close',
    'importDamaged',
    () => zip(...workbookParts('<worksheet><sheetData><row><c></sheetData>')),
  ],
  [
    'bytes that are no UTF-8',
    'importDamaged',
    () => zip(...workbookParts(Buffer.from([0x3c, 0x77, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x77, 0x3e]))),
  ],
  [
    'a text without end',
    'importUnsafe',
    () => zip(...workbookParts(sheetXml(`<row><c t="str"><v>${noise(3_000_000)}</v></c></row>`))),
  ],
  [
    'a shared text that does not exist',
    'importDamaged',
    () => zip(...workbookParts(sheetXml('<row><c t="s"><v>9</v></c></row>'))),
  ],
  [
    '129 MB of shared texts claimed',
    'importUnsafe',
    () => {
      const [workbook, relations, shared, sheet] = workbookParts(sheetXml(''), noise(3_000_000))
      return zip(workbook!, relations!, { ...shared!, claimedBytes: 129 * 1024 * 1024 }, sheet!)
    },
  ],
  [
    'one long text in every cell',
    'importUnsafe',
    () => sharing([noise(32_000)], `<row>${textCell(0).repeat(7)}</row>`.repeat(380)),
  ],
  [
    'a row without end',
    'importUnsafe',
    () => {
      const cells = Array.from({ length: 700_000 }, (_, i) => `<c><v>${(i * 7919) % 9973}</v></c>`)
      return zip(...workbookParts(sheetXml(`<row>${cells.join('')}</row>`)))
    },
  ],
  [
    'a column beyond the last',
    'importDamaged',
    () => zip(...workbookParts(sheetXml('<row><c r="ZZZZ1"><v>9</v></c></row>'))),
  ],
  [
    'a cell longer than a spreadsheet program takes',
    'importUnsafe',
    () => zip(...workbookParts(sheetXml(`<row><c t="str"><v>${'a'.repeat(32_768)}</v></c></row>`))),
  ],
  [
    'a row of many long texts',
    'importUnsafe',
    () => zip(...workbookParts(sheetXml(`<row>${`<c t="str"><v>${'a'.repeat(32_000)}</v></c>`.repeat(8)}</row>`))),
  ],
  ['more rows than allowed', 'importTooManyRows', () => zip(...workbookParts(sheetXml(manyRows(200_002))))],
]

function noise(length: number, seed = 1) {
  const letters = Buffer.allocUnsafe(length)
  let state = seed
  for (let at = 0; at < length; at += 1) letters[at] = ((state = (state * 48271) % 2147483647) % 26) + 97
  return letters.toString('latin1')
}
// Random attributes, so that the rows do not pack better than a sheet's.
const apart = (rows: number, cells: string) =>
  Array.from({ length: rows }, (_, i) => `<row r="${i + 1}" spans="${(i * 7919) % 9973}">${cells}</row>`).join('')
const manyRows = (rows: number) => apart(rows, '')
