import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
// The eleventh level takes ten times as long, and makes them a twentieth smaller.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Puts each script, style sheet and file of icons beside itself as brotli, as lib/core/http/send-built-file.ts sends it. */
export async function compressBuild(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  await Promise.all(files.map(async (file) => writeFile(`${file}.br`, await compress(await readFile(file), BROTLI))))
}
