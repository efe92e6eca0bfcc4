import { posix } from 'node:path'
import { SheetRefused } from './refusal'
import { readXml } from './xml-events'
import { inspectSheetFile, type ZipEntry } from './zip-directory'

export type Workbook = {
  sheets: { name: string; entry: ZipEntry; isHidden: boolean }[]
  sharedTexts: ZipEntry | undefined
  styles: ZipEntry | undefined
  /** Days are numbered from 1904. */
  from1904: boolean
}

type Relation = { id: string; type: string; target: string }
const relationPath = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
const lower = (name: string) =>
  name
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

/** The parts of a workbook by its own relations: the writer chooses the folder and the spelling of their names. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const entries = new Map((await inspectSheetFile(path)).map((entry) => [lower(entry.name), entry]))
  const read = (part: string) => readRelations(path, entries.get(lower(relationPath(part))))
  const root = (await readRelations(path, entries.get('_rels/.rels'))).find(({ type }) =>
    type.endsWith('/officeDocument'),
  )
  const place = root ? posix.normalize(root.target).replace(/^\//, '') : 'xl/workbook.xml'
  const book = [place, 'xl/workbook.xml', ...entries.keys()].find(
    (part) => /(^|\/)workbook\.xml$/i.test(part) && entries.has(lower(part)),
  )
  const entry = entries.get(lower(book ?? place))
  if (!entry) throw new SheetRefused('importNotSpreadsheet')
  const part = entry.name
  const relations = await read(part)
  const at = (target: string) =>
    entries.get(lower(posix.normalize(target.startsWith('/') ? target : posix.join(posix.dirname(part), target))))
  const { sheets, from1904 } = await readBook(path, entry)
  const styles = relations.find(({ type }) => type.endsWith('/styles'))
  const shared = relations.find(({ type }) => type.endsWith('/sharedStrings'))
  return {
    from1904,
    styles: (styles && at(styles.target)) ?? at('styles.xml'),
    sharedTexts: (shared && at(shared.target)) ?? at('sharedStrings.xml'),
    sheets: sheets.flatMap(({ name, relation, isHidden }) => {
      const target = relations.find(({ id }) => id === relation)?.target
      const result = target && at(target)
      return result ? [{ name: name.trim(), entry: result, isHidden }] : []
    }),
  }
}

async function readRelations(path: string, entry: ZipEntry | undefined): Promise<Relation[]> {
  const relations: Relation[] = []
  if (!entry) return relations
  await readXml(path, entry, {
    open(name, { Id, Target, Type = '' }) {
      if (name === 'Relationship' && Id && Target) relations.push({ id: Id, type: Type, target: Target })
    },
  })
  return relations
}

async function readBook(path: string, entry: ZipEntry) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = []
  let from1904 = false
  await readXml(path, entry, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true|on)$/i.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const relation = Object.entries(attributes).find(([key]) => key === 'r:id' || key.endsWith(':id'))?.[1]
      const isHidden = /^(very)?hidden$/i.test(attributes.state ?? '')
      if (relation) sheets.push({ name: attributes.name ?? '', relation, isHidden })
    },
  })
  return { sheets, from1904 }
}
