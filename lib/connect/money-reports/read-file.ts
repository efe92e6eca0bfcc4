import 'server-only'
import { open } from 'node:fs/promises'
import { localDay } from '@/lib/core/dates'
import { readInThread, readRowsInThread } from '../order-imports/read-in-thread'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'
import { UnreadList } from '@/lib/core/sheets/unread'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'
import type { FileFacts, Preamble, ReadBatch, ReadRow } from './file-facts'
import { looksLikeOfx, type OfxAccount, type OfxEntry, type OfxProblem } from './ofx'
import type { OfxBatch } from './ofx-thread'
import { SheetReading } from './sheet-reading'

const headBytes = 8 * 1024
const batchRows = 500
const bankZone = 'America/Sao_Paulo'
/** In the order in which they are read: what explains freight comes before the orders it explains. */
const sheets = [
  'shipping fee discrepancy',
  'frete',
  'freight',
  'discrep',
  'renda',
  'income',
  'adjust',
  'ajuste',
  'transaction report',
  'orders',
  'order',
]

/** The first line of a file of the banks' own layout: 240 or 400 characters. */
const cnab = /^(?:\d{3}0{5}[^\r\n]{232}|0[12](?:REMESSA|RETORNO)[^\r\n]{391})(?:\r?\n|$)/

/** Refuses what is neither a sheet nor a statement. */
export async function inspectMoneyFile(path: string): Promise<'ofx' | 'sheet'> {
  const file = await open(path, 'r')
  const head = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(head, 0, headBytes, 0).finally(() => file.close())
  if (looksLikeOfx(head.subarray(0, bytesRead))) return 'ofx'
  if (cnab.test(head.toString('latin1', 0, bytesRead))) throw new SheetRefused('moneyFileCnab')
  await inspectTableFile(path)
  return 'sheet'
}

type OnBatch = (facts: FileFacts, batch: ReadBatch) => Promise<void>

/** Reads a file of any known kind, with its kind beside every batch of its rows. */
export async function readMoneyFile(path: string, onBatch: OnBatch): Promise<void> {
  if ((await inspectMoneyFile(path)) === 'ofx') return readStatement(path, onBatch)
  const reader = new SheetReading()
  const options = { path, preferredSheet: 'renda', sheets, all: true, maxRows: sheetLimits.rows, batchRows }
  await readRowsInThread(options, async ({ rows, progress }) => {
    const read = rows.flatMap((row) => reader.take(row))
    if (read.length > 0) await onBatch(reader.facts(), { rows: read, progress: Math.min(progress, 0.99) })
  })
  const rows = reader.end()
  await onBatch(reader.facts(), { rows, progress: 1 })
}

/** In a thread, as a sheet: a statement built to exhaust memory or time ends the thread, never the worker. */
async function readStatement(path: string, onBatch: OnBatch): Promise<void> {
  const preamble: Preamble = { days: [], texts: [], lines: [] }
  const unread = new UnreadList()
  const data = { path, batchRows, today: localDay(new Date(), bankZone) }
  await readInThread<OfxBatch>('lib/connect/money-reports/ofx-thread.ts', data, async (batch) => {
    const { account, days, rows, leftOut, progress } = batch
    for (const one of batch.unread) unread.add(one)
    preamble.days.push(...days)
    await onBatch(
      { type: 'bank', preamble, leftOut, unread },
      { rows: rows.map((row) => bankRow(row, account)), progress },
    )
  })
}

function bankRow(one: OfxEntry | OfxProblem, account: OfxAccount): ReadRow {
  const { row } = one
  if (!('problem' in one)) return { row, key: '', read: { type: 'bank', item: { ...one, of: account } } }
  const { tag, value, problem } = one
  return { row, key: '', problems: [{ column: tag, cell: '', value, problem }] }
}
