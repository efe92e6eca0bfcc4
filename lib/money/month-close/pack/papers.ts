import 'server-only'
import type { Db } from '@/lib/core/db'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import type { ZipEntry } from '@/lib/core/exports/zip-stream'
import { FileStoreError } from '@/lib/core/errors'
import type { KeptFile } from '@/lib/core/files/file-store'
import { openFile } from '@/lib/core/files/store'
import { listLooseDocuments, listSoldDocuments, listSupplierDocuments, type PackPage } from './orders'
import type { Subject } from './subject'

type Paper = { id: string; name: string; fileId: string | null; isCancelled?: boolean }
type Missing = (paper: string) => void

const folders = {
  pt: { supplier: 'xml/entradas', sold: 'xml/saidas', cancelled: 'xml/canceladas', loose: 'xml/sem-pedido' },
  en: { supplier: 'xml/purchases', sold: 'xml/sales', cancelled: 'xml/cancelled', loose: 'xml/without-order' },
}

/** The month's fiscal files in the store; one that is named in the books and missing in the store goes to `miss`. */
export async function* listPapers(run: PackRun, subject: Subject, miss: Missing): AsyncGenerator<ZipEntry> {
  const { books, month } = subject
  const { entity } = books
  const at = folders[run.context.language]
  const size = run.batchRows
  yield* papersOf(run, entity, at.supplier, miss, async (db, after) => {
    const { rows, next } = await listSupplierDocuments(db, books, month, after, size)
    return { next, rows: rows.map(({ id, accessKey, fileId }) => ({ id, name: accessKey, fileId })) }
  })
  yield* papersOf(run, entity, at.sold, miss, async (db, after) => {
    const { rows, next } = await listSoldDocuments(db, books, month, after, size)
    const papers = rows.map(({ accessKey, code, ...row }) => ({ ...row, name: accessKey ?? `${code}-${row.id}` }))
    return { next, rows: papers }
  })
  // No order says whose they are: the key's issuer does.
  yield* papersOf(run, null, at.loose, miss, async (db, after) => {
    const { rows, next } = await listLooseDocuments(db, books, month, after, size)
    return {
      next,
      rows: rows.map(({ id, accessKey, fileId, isCancelled }) => ({ id, name: accessKey ?? id, fileId, isCancelled })),
    }
  })
}

async function* papersOf(
  run: PackRun,
  entity: string | null,
  folder: string,
  miss: Missing,
  list: (db: Db, after: string | null) => Promise<PackPage<Paper>>,
): AsyncGenerator<ZipEntry> {
  let after: string | null = null
  do {
    const page: PackPage<Paper & { file: KeptFile | undefined; ending: string }> = await run.read(
      entity,
      async (db) => {
        const { rows, next } = await list(db, after)
        const files = await db.storedFile.findMany({
          where: { organizationId: run.context.organizationId, id: { in: rows.flatMap(({ fileId }) => fileId ?? []) } },
          select: { id: true, place: true, name: true, bytes: true, sha256: true },
        })
        const byId = new Map(files.map((file) => [file.id, file]))
        const papers = rows.map((row) => {
          const file = row.fileId ? byId.get(row.fileId) : undefined
          return { ...row, file, ending: /\.pdf$/i.test(file?.name ?? '') ? 'pdf' : 'xml' }
        })
        return { value: { rows: papers, next }, rows: 0 }
      },
    )
    for (const { name, file, ending, isCancelled } of page.rows) {
      const within = isCancelled ? folders[run.context.language].cancelled : folder
      const content = file && (await openUnlessGone(file))
      if (content) yield { name: `${within}/${name}.${ending}`, content }
      else miss(`${within}/${name}`)
    }
    after = page.next
  } while (after !== null)
}

const openUnlessGone = (file: KeptFile) =>
  openFile(file).catch((error: unknown) => {
    if (error instanceof FileStoreError && error.problem === 'missing') return null
    throw error
  })
