import 'server-only'
import { Readable } from 'node:stream'
import type { PackKind, PackRun } from '@/lib/core/exports/pack-kind'
import { maxMegabytesOf } from '@/lib/core/exports/schema'
import { zipOf, type ZipEntry } from '@/lib/core/exports/zip-stream'
import { writeReadme } from './readme'
import { countRows, listTables } from './tables'
import { emptyContents } from './contents'
import { countFiles, writeFiles } from './write-files'
import { writeLists } from './write-lists'
import { onePiece, writeTables } from './write-tables'

/** For what is written but not counted yet, and the directory at the end. */
const SPARE_BYTES = 64 * 1024 ** 2

/** Everything of a company, for its owner to take along: its tables, its lists, its files, and a page that says what is in it. */
export const wholeCompany: PackKind = {
  permission: 'organization.own',
  normalize: () => '',
  count: async (db, _, { organizationId }) => {
    let rows = await countFiles(db, organizationId)
    for (const table of await listTables(db)) rows += await countRows(db, organizationId, table)
    return rows
  },
  nameOf: ({ context }) => `${context.t('exports.files.wholeCompany')}-${context.today}`,
  write: (run) => writeArchive(run, maxMegabytesOf('wholeCompany') * 1024 ** 2),
}

export function writeArchive(run: PackRun, maxBytes: number): Readable {
  let written = 0
  const hasSpace = (bytes: bigint) => BigInt(written) + bytes <= BigInt(maxBytes - SPARE_BYTES)
  const zip = zipOf(listEntries(run, hasSpace))
  return Readable.from(
    (async function* () {
      for await (const piece of zip as AsyncIterable<Buffer>) {
        written += piece.length
        yield piece
      }
    })(),
    { objectMode: false },
  )
}

async function* listEntries(run: PackRun, hasSpace: (bytes: bigint) => boolean): AsyncGenerator<ZipEntry> {
  const contents = emptyContents()
  yield* writeTables(run, contents)
  yield* writeLists(run, contents)
  yield* writeFiles(run, contents, hasSpace)
  const { organizationId } = run.context
  const company = await run.read(null, async (db) => {
    const organization = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { name: true },
    })
    return { value: organization.name, rows: 0 }
  })
  for (const language of ['pt', 'en'] as const) {
    const { name, text } = writeReadme({ language, company, contents, context: run.context, end: new Date() })
    yield { name, content: onePiece(text) }
  }
}
