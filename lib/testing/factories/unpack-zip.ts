import { open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { newId } from '@/lib/core/ids'
import { readZipDirectory } from '@/lib/core/sheets/zip-directory'
import { unpackEntry } from '@/lib/core/sheets/zip-entry'

/** The entries of a ZIP by name. */
export async function unpackZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const path = join(tmpdir(), `${newId()}.zip`)
  await writeFile(path, zip)
  const file = await open(path)
  try {
    const contents = new Map<string, Buffer>()
    for (const entry of await readZipDirectory(file)) contents.set(entry.name, await buffer(unpackEntry(path, entry)))
    return contents
  } finally {
    await file.close()
    await rm(path)
  }
}
