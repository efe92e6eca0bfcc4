import 'server-only'
import { createHash } from 'node:crypto'
import { csvFile } from '@/lib/core/sheets/csv'
import { csvText } from '@/lib/core/exports/cells'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import type { SectionName } from './schema'
import type { Section, SectionColumn, SectionRow } from './sections/contract'

/** For all files of a pack together. */
const MAX_ROWS = 5000
export const MAX_BYTES = 2 * 1_048_576

export type PackFile = {
  section: SectionName
  name: string
  content: string
  sha256: Uint8Array<ArrayBuffer>
  bytes: number
  rows: number
  total: number
}

const isNumber = (text: string) => /^-?\d+([.,]\d+)?$/.test(text)

function cellText(cell: string | null, unit: SectionColumn['unit'], row: SectionRow, language: Language): string {
  if (cell === null) return ''
  const of = unit === 'ofRow' ? (row.unit ?? 'text') : unit
  if (of === 'cents') return csvText(BigInt(cell), 'money', language, 'UTC')
  if (of === 'share') return csvText(Number(cell), 'ratio', language, 'UTC')
  if (of === 'day') return csvText(cell, 'day', language, 'UTC')
  return cell
}

/** A part as a file: as the company's own exports write it, headings in the asker's language. */
export function writeSection({ columns, rows }: Pick<Section, 'columns' | 'rows'>, language: Language): string {
  const t = translatorOf(language)
  const head = columns.map(({ name }) => t(`agentTasks.columns.${name}`))
  const body = rows.map((row) => columns.map(({ unit }, at) => cellText(row.cells[at] ?? null, unit, row, language)))
  return csvFile([head, ...body], isNumber)
}

function fileOf(section: Section, rows: number, language: Language): PackFile {
  const content = writeSection({ ...section, rows: section.rows.slice(0, rows) }, language)
  const body = Buffer.from(content, 'utf8')
  return {
    section: section.name,
    name: `${translatorOf(language)(`agentTasks.files.${section.name}`)}.csv`,
    content,
    sha256: Uint8Array.from(createHash('sha256').update(body).digest()),
    bytes: body.length,
    rows,
    total: Math.max(section.total, section.rows.length),
  }
}

/**
 * The data that would leave, within the limits: the rest is cut at a row, and the file says how many rows there are.
 */
export function packSections(
  sections: readonly Section[],
  language: Language,
  limits = { rows: MAX_ROWS, bytes: MAX_BYTES },
): PackFile[] {
  let { rows: rowsLeft, bytes: bytesLeft } = limits
  return sections.map((section) => {
    let file = fileOf(section, Math.min(section.rows.length, rowsLeft), language)
    while (file.bytes > bytesLeft && file.rows > 0) file = fileOf(section, Math.floor(file.rows / 2), language)
    rowsLeft -= file.rows
    bytesLeft -= file.bytes
    return file
  })
}

type Seen = { title: string; question: string | null; files: readonly Pick<PackFile, 'name' | 'sha256'>[] }

/** The content that a person approves: the words and the bytes of every file. */
export function hashPack({ title, question, files }: Seen): Buffer {
  const parts = [title, question, ...files.map(({ name, sha256 }) => [name, Buffer.from(sha256).toString('hex')])]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
