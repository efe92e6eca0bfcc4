import type { Readable } from 'node:stream'
import type { Db } from '../db'
import type { ExportContext, ListKind } from './list-kind'

/** The input of a pack's writer: the filter, the reader, and the one way to the rows. */
export type PackRun = {
  query: string
  context: ExportContext
  batchRows: number
  /** Whether the requester reads some legal entities alone. */
  isScoped: boolean
  /**
   * One transaction, as long as the requester still sees what they saw. It shows this legal entity alone; `null`: the whole
   * company, for what names the entity itself. `rows` counts towards the progress.
   */
  read: <T>(entity: string | null, run: (db: Db) => Promise<{ value: T; rows: number }>) => Promise<T>
}

export type PackKind = Pick<ListKind, 'permission' | 'normalize' | 'count'> & {
  write: (run: PackRun) => Readable
  /** The name of the file, without its ending. */
  nameOf: (run: Pick<PackRun, 'query' | 'context'>) => string
}
