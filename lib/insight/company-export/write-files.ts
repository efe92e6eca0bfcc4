import 'server-only'
import type { Db } from '@/lib/core/db'
import { isLostFile } from '@/lib/core/errors'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import type { ZipEntry } from '@/lib/core/exports/zip-stream'
import type { KeptFile } from '@/lib/core/files/file-store'
import { openFile, readStored } from '@/lib/core/files/store'
import type { Prisma } from '@/lib/generated/prisma/client'
import { recordLeftOut, type LeftOutReason, type ArchiveContents } from './contents'
import { onePiece } from './write-tables'

const FILES_AT_ONCE = 200
const SMALL_BYTES = 4n * 1024n ** 2n

const fields = { id: true, kind: true, name: true, bytes: true, sha256: true, place: true } as const
type Stored = Prisma.StoredFileGetPayload<{ select: typeof fields }>

/** Exports are made of what is in the archive already. */
const ownFiles = (organizationId: string) => ({
  organizationId,
  kind: { not: 'export' },
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
})

export const countFiles = (db: Db, organizationId: string): Promise<number> =>
  db.storedFile.count({ where: ownFiles(organizationId) })

/**
 * Every stored file that the archive has room for and the store returns as it was recorded; the others are reported.
 */
export async function* writeFiles(
  run: PackRun,
  contents: ArchiveContents,
  hasSpace: (bytes: bigint) => boolean,
): AsyncGenerator<ZipEntry> {
  const { organizationId, t } = run.context
  let after: string | null = null
  do {
    const page: Stored[] = await run.read(null, async (db) => {
      const where = { ...ownFiles(organizationId), ...(after && { id: { gt: after } }) }
      const storedFiles = await db.storedFile.findMany({
        where,
        orderBy: { id: 'asc' },
        take: FILES_AT_ONCE,
        select: fields,
      })
      return { value: storedFiles, rows: storedFiles.length }
    })
    for (const file of page) {
      const name = `${folderOf(t, file.kind)}/${readableName(file)}`
      const opened = hasSpace(file.bytes) ? await openWhole(file) : 'tooLarge'
      if (typeof opened === 'string') {
        recordLeftOut(contents, opened, name)
        continue
      }
      yield { name: `${t('exports.archive.folders.files')}/${name}`, content: opened }
      const { count, bytes } = contents.files.get(file.kind) ?? { count: 0, bytes: 0n }
      contents.files.set(file.kind, { count: count + 1, bytes: bytes + file.bytes })
    }
    after = page.length < FILES_AT_ONCE ? null : page.at(-1)!.id
  } while (after !== null)
}

/** A file that breaks off in the middle would break the archive off: it is looked through before. */
async function openWhole(file: KeptFile): Promise<ZipEntry['content'] | LeftOutReason> {
  try {
    if (file.bytes <= SMALL_BYTES) return onePiece(await readStored(file))
    for await (const _ of await openFile(file));
    return await openFile(file)
  } catch (error) {
    if (isLostFile(error)) return error.problem
    throw error
  }
}

const named = [
  'photo',
  'receipt',
  'evidence',
  'import',
  'importErrors',
  'invoice',
  'label',
  'caseProof',
  'agentResult',
] as const

export function folderOf(t: PackRun['context']['t'], kind: string): string {
  const known = named.find((each) => each === kind)
  return known ? t(`exports.archive.kinds.${known}`) : kind
}

/** The given name, valid on every system, distinguished from its namesakes by the end of its id. */
export function readableName({ id, name }: Pick<Stored, 'id' | 'name'>): string {
  const plain = name.replaceAll(/[\p{C}<>:"/\\|?*]/gu, '_').replace(/^\.+/, '_')
  const [, stem = plain, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/.exec(plain) ?? []
  return `${stem.slice(0, 80).trim() || 'arquivo'}-${id.slice(-8)}${ending}`
}
