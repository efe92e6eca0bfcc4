import { readFileSync } from 'node:fs'
import { withOrganization, type Actor } from '@/lib/core/db'
import { requestExport } from '@/lib/insight/exports/request-export'
import { getExport } from '@/lib/insight/exports/queries'
import { runExport } from '@/lib/insight/exports/run-export'
import type { RequestExportInput } from '@/lib/core/exports/schema'
import { storedPath } from '@/lib/core/files/folder-store'
import { exportTasks } from '@/lib/worker/tasks/exports'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker } from '../harnesses/database'

const input: RequestExportInput = { kind: 'orders', format: 'csv', query: '', language: 'pt', toDrive: false }

export const requestTestExport = async (actor: Actor, given: Partial<RequestExportInput> = {}) =>
  (await requestExport(actor, { ...input, ...given })).exportId

/** Runs the worker's task for an export, failures included. */
export const runTask = (name: 'export-list' | 'export-save', actor: Actor, exportId: string) =>
  asWorker(async () => {
    const job = { attempts: 1, task_identifier: name }
    const payload = { organizationId: actor.organizationId, exportId, userId: actor.userId }
    await exportTasks[name]!(payload, { job } as never)
  })

export const writeExport = (actor: Actor, exportId: string, options?: Parameters<typeof runExport>[2]) =>
  asWorker(() => runExport(systemActor(actor.organizationId, actor.userId), exportId, options))

export const findExport = async ({ organizationId }: Actor, exportId: string) =>
  (await withOrganization({ organizationId }, (db) => getExport(db, organizationId, exportId)))!

export async function readExportFile(actor: Actor, exportId: string): Promise<Buffer> {
  const { file, errorCode } = await findExport(actor, exportId)
  if (!file) throw new Error(`There is no file: ${errorCode}`)
  return readFileSync(storedPath(file.place))
}

/** The file's rows as they were written, its heading first. */
export async function exportRows(actor: Actor, given: Partial<RequestExportInput> = {}): Promise<string[][]> {
  const exportId = await requestTestExport(actor, given)
  await runTask('export-list', actor, exportId)
  const text = (await readExportFile(actor, exportId)).toString('utf8')
  return parseCsv(text.slice(1), given.language === 'en' ? ',' : ';')
}

export function parseCsv(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${delimiter}\\r\\n]*)(${delimiter}|\\r\\n)`, 'gy')
  const rows: string[][] = [[]]
  for (const [, raw = '', end] of text.matchAll(cell)) {
    rows.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
