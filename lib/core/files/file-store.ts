import type { Readable } from 'node:stream'

/** The store's own listing of a file; the moment is null where the store gives none. */
export type ListedFile = { place: string; bytes: bigint; writtenAt: Date | null }

/** A stored file as its row knows it. */
export type KeptFile = { place: string; bytes: bigint; sha256: Uint8Array }

/** Where files lie: a folder, or a bucket that speaks the S3 protocol. Both throw FileStoreError, and nothing else, where they fail. */
export type FileStore = {
  /** Takes the bytes of a local file over, whole or not at all; the draft is gone afterwards. */
  put(draft: string, file: KeptFile): Promise<void>
  open(place: string): Promise<Readable>
  /** A missing file counts as removed. */
  remove(place: string): Promise<void>
  /** Everything whose place begins so. */
  list(within: string): AsyncIterable<ListedFile>
  /** The bytes and checksum of what stands there; null where nothing does. */
  find(place: string): Promise<{ bytes: bigint; sha256: string | null } | null>
  /** Where a place lies on this machine; a bucket's do not. */
  pathOf?(place: string): string
}
