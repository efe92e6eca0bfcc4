import 'server-only'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { withOrganization } from '../db'
import { FileStoreError } from '../errors'
import type { FileStore, KeptFile } from './file-store'
import { passingPath, writeTo } from './passing'
import { checked } from './sum'

const PAGE = 500
const LANES = 8

export type Moved = { copied: number; there: number; lost: string[] }
type Recorded = KeptFile & { id: string; kind: string }

async function* recordedFiles(organizationId: string): AsyncGenerator<Recorded[]> {
  for (let after: string | null = null; ;) {
    const id: string | null = after
    const page: Recorded[] = await withOrganization({ organizationId }, (db) =>
      db.storedFile.findMany({
        where: {
          organizationId,
          ...(id && { id: { gt: id } }),
          OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
        },
        orderBy: { id: 'asc' },
        take: PAGE,
        select: { id: true, kind: true, place: true, bytes: true, sha256: true },
      }),
    )
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

/** A sheet that was taken in is gone before its row. */
const mayBeGone = ({ kind }: Recorded) => kind === 'import'

/** Copies what a company's rows name and the other store lacks, each held against its checksum. Run again it goes on where it stopped. */
export async function moveFiles(organizationId: string, from: FileStore, to: FileStore): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, lost: [] }
  for await (const page of recordedFiles(organizationId)) {
    const waiting = page.values()
    const lane = async () => {
      for (const file of waiting) {
        const match = await to.find(file.place)
        if (match?.bytes === file.bytes && match.sha256 === Buffer.from(file.sha256).toString('hex')) moved.there += 1
        else if (await copy(file, from, to)) moved.copied += 1
        else if (!mayBeGone(file)) moved.lost.push(file.place)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  return moved
}

/** False where the one store has it no more, or not as it was recorded. */
async function copy(file: KeptFile, from: FileStore, to: FileStore): Promise<boolean> {
  const draft = await passingPath()
  try {
    await pipeline(await from.open(file.place), checked(file), await writeTo(draft))
    await to.put(draft, file)
    return true
  } catch (error) {
    if (error instanceof FileStoreError && ['missing', 'damaged'].includes(error.problem)) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** The files of a company's rows that the store does not list in that length. */
export async function findLost(organizationId: string, store: FileStore): Promise<string[]> {
  const listed = new Map<string, bigint>()
  for await (const { place, bytes } of store.list(`${organizationId}/`)) listed.set(place, bytes)
  const lost: string[] = []
  for await (const page of recordedFiles(organizationId))
    for (const file of page) if (!mayBeGone(file) && listed.get(file.place) !== file.bytes) lost.push(file.place)
  return lost
}
