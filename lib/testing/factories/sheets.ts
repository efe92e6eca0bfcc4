import ExcelJS from 'exceljs'
import { Readable } from 'node:stream'
import { confirmSheet } from '@/lib/connect/catalogue-sheets/confirm-sheet'
import type { ConfirmSheetInput, SheetSummary } from '@/lib/connect/catalogue-sheets/schema'
import type { ApplySheetOptions } from '@/lib/connect/order-imports/apply-sheet'
import type { SheetKind } from '@/lib/connect/order-imports/sheet-run'
import { uploadSheet } from '@/lib/connect/order-imports/upload-sheet'
import { tasks } from '@/lib/worker/task-list'
import { applyCatalogue } from '@/lib/connect/catalogue-sheets/apply-catalogue'
import { applySales } from '@/lib/connect/channel-sales/apply-sales'
import { systemActor } from '@/lib/core/queue/task'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect } from '../harnesses/database'
import { makeZip } from './zip-file'
import type { TestOrganization } from './factories'

export type SheetCell = string | number | null

export const csvOf = (rows: readonly (readonly SheetCell[])[], delimiter = ';') =>
  rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(delimiter)).join('\r\n')

export const xlsxOf = (rows: readonly (readonly SheetCell[])[], name = 'Planilha1') => xlsxOfSheets({ [name]: rows })

export async function xlsxOfSheets(sheets: Record<string, readonly (readonly SheetCell[])[]>): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows.map((row) => [...row]))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const odsCell = (cell: SheetCell) =>
  cell === null || cell === ''
    ? '<table:table-cell/>'
    : typeof cell === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`

/** As LibreOffice saves a workbook in its own format. */
export function odsOf(rows: readonly (readonly SheetCell[])[], name = 'Planilha1'): Buffer {
  const body = rows.map((row) => `<table:table-row>${row.map(odsCell).join('')}</table:table-row>`).join('')
  const content =
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>' +
    `<table:table table:name="${escaped(name)}">${body}</table:table></office:spreadsheet></office:body></office:document-content>`
  return makeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', content },
  ])
}

/** Windows-1252, as older programs save a CSV. */
export const latin = (text: string) => Buffer.from(text, 'latin1')
export const withMark = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8')

type Upload = { kind?: SheetKind; fileName?: string; channel?: string | null }

/** Uploads a sheet and has the worker read it. */
export async function checkTestSheet(
  { owner }: TestOrganization,
  body: Buffer | string,
  { kind = 'catalogue', fileName = 'planilha.csv', channel = null }: Upload = {},
): Promise<string> {
  const { importId } = await uploadSheet(
    owner,
    { kind, fileName, channel },
    { body: Readable.from([Buffer.from(body)]), key: newId() },
  )
  await runCheck(owner, importId)
  return importId
}

const helpers = { job: { attempts: 1, task_identifier: 'test' } } as unknown as Parameters<(typeof tasks)[string]>[1]

export const runCheck = (
  { organizationId, userId }: { organizationId: string; userId: string | null },
  importId: string,
) => asWorker(() => tasks['import-check']!({ organizationId, importId, userId }, helpers) as Promise<void>)

export const runSheetApply = (
  { owner }: TestOrganization,
  importId: string,
  options?: ApplySheetOptions,
  kind: SheetKind = 'catalogue',
) => {
  const actor = systemActor(owner.organizationId, owner.userId)
  return asWorker(() => (kind === 'sales' ? applySales : applyCatalogue)(actor, importId, options))
}

/** The whole way: uploaded, read, confirmed unless there is nothing to do, applied. */
export async function applyTestSheet(
  company: TestOrganization,
  body: Buffer | string,
  { leaveOutBadRows = false, reason = null, stockFrom = null, ...upload }: Upload & Partial<ConfirmSheetInput> = {},
): Promise<string> {
  const importId = await checkTestSheet(company, body, upload)
  if ((await getSheetRow(company, importId)).state !== 'ready') return importId
  await confirmSheet(company.owner, { importId, leaveOutBadRows, reason, stockFrom })
  await runSheetApply(company, importId, undefined, upload.kind)
  return importId
}

export type SheetRow = { state: string; error_code: string | null; total: number; summary: SheetSummary }

export async function getSheetRow({ organizationId }: TestOrganization, importId: string): Promise<SheetRow> {
  const sql = 'select state, error_code, total, summary from import where id = $1'
  return (await inspect<SheetRow>(organizationId, sql, [importId]))[0]!
}

type Staged = {
  number: number
  outcome: string
  payload: {
    changes?: { field: string; before: unknown; after: unknown }[]
    problems?: {
      row: number
      cells: { field: string; problem: string; value: string; column: string; cell: string }[]
    }[]
    values?: Record<string, string>
  }
}

export const listStaged = ({ organizationId }: TestOrganization, importId: string) =>
  inspect<Staged>(
    organizationId,
    'select number, outcome, payload from import_row where organization_id = current_organization() and import_id = $1 order by number',
    [importId],
  )

/** Each refused cell as 'row field problem'. */
export const listProblems = async (company: TestOrganization, importId: string) =>
  (await listStaged(company, importId)).flatMap(({ payload }) =>
    (payload.problems ?? []).flatMap(({ row, cells }) =>
      cells.map(({ field, problem }) => `${row} ${field} ${problem}`),
    ),
  )

export const listProducts = ({ organizationId }: { organizationId: string }) =>
  inspect<Record<string, unknown>>(
    organizationId,
    `select p.sku, p.title, p.price_cents::text as price, (select c.cost::float from product_cost c where c.product_id = p.id order by from_day desc limit 1) as cost,
      coalesce((select l.on_hand::int from stock_level l where l.product_id = p.id), 0) as stock, p.minimum_stock as minimum, p.lead_time_days as lead, p.barcodes,
      p.shelf_address as shelf, p.weight_grams as weight, p.length_mm as length, p.width_mm as width, p.height_mm as height, p.ncm, p.cest, p.origin, p.unit,
      p.description_html as html, p.archived_at is not null as archived, p.version
    from product p order by p.sku`,
  )
