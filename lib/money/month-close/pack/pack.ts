import 'server-only'
import { writeWorkbook } from '@/lib/core/exports/file-formats'
import type { PackKind, PackRun } from '@/lib/core/exports/pack-kind'
import { zipOf, type ZipEntry } from '@/lib/core/exports/zip-stream'
import { countWallet } from '../../wallet/queries'
import { readWalletFilters } from '../../wallet/filters'
import { daysOf } from '../calendar'
import { countPackOrders } from './orders'
import { listPapers } from './papers'
import { writeReport } from './report'
import { sheetsOf } from './sheets'
import { getSubject, readSubject, writeSubject } from './subject'

/** So many names of missing files are written out. */
const MISSING_SHOWN = 1_000

/**
 * The accountant's pack of a month, provisional while it is open: the fiscal files, a workbook with a sheet a list, and
 * a report to print.
 */
export const accountantPack: PackKind = {
  permission: 'fiscal.read',
  normalize: writeSubject,
  count: async (db, query, context) => {
    const { books, month } = await getSubject(db, query, context)
    const movements = await countWallet(db, context.organizationId, readWalletFilters(daysOf(month)))
    return (await countPackOrders(db, books, month)) + Number(movements)
  },
  nameOf: ({ query, context }) =>
    `${context.t('exports.files.accountantPack')}-${readSubject(query)?.month.slice(0, 7) ?? ''}`,
  write: (run) => zipOf(listEntries(run)),
}

async function* listEntries(run: PackRun): AsyncGenerator<ZipEntry> {
  const { context, query } = run
  const { entity } = readSubject(query) ?? { entity: null }
  const subject = await run.read(entity, async (db) => ({ value: await getSubject(db, query, context), rows: 0 }))
  const missing: string[] = []
  yield* listPapers(run, subject, (name) => {
    if (missing.length < MISSING_SHOWN) missing.push(name)
  })
  const mark = subject.closing ? '' : `-${context.t('monthClose.pack.provisionalMark')}`
  const name = `${context.t('exports.files.accountantPack')}-${subject.month.slice(0, 7)}${mark}`
  yield { name: `${name}.xlsx`, content: writeWorkbook(sheetsOf(run, subject)) }
  yield { name: `${name}.html`, content: once(writeReport(subject, context, missing)) }
}

async function* once(text: string) {
  yield text
}
