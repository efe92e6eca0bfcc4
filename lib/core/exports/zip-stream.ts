import { finished, type PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { ZipFile } from 'yazl'

export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string> }

const whenFinished = promisify(finished)
/** The earliest date of the format, so that the same contents give the same bytes. */
const MTIME = new Date(1980, 0, 1)

/**
 * A ZIP as a stream, compressed entry by entry while it is read: memory holds a piece of one entry and one line per entry.
 * If the reader stops, the entries stop too.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const addEntries = async () => {
    for await (const { name, content } of entries) {
      const source = Readable.from(content, { objectMode: false })
      const stop = () => source.destroy()
      output.once('close', stop)
      zip.addReadStream(source, name, { mtime: MTIME, forceDosTimestamp: true })
      await whenFinished(source)
      output.off('close', stop)
    }
    zip.end()
  }
  addEntries().catch((error: Error) => output.destroy(error))
  return output
}
