import 'server-only'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { wayOf } from './compress-answer'

const PLACE = '/_next/static/'
const TYPES: Record<string, string> = { js: 'application/javascript', css: 'text/css', svg: 'image/svg+xml' }

let compressed: Map<string, string> | undefined

/** Scripts, style sheets and icons of the build, as brotli made then (scripts/compress-build.mjs). False: Next answers. */
export async function sendBuiltFile(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  folder = '.next/static',
): Promise<boolean> {
  if (method !== 'GET' || !url.startsWith(PLACE) || wayOf(String(headers['accept-encoding'] ?? '')) !== 'br')
    return false
  compressed ??= findCompressed(folder)
  const file = compressed.get(url.split('?')[0]!)
  const bytes = file && (await readFile(file).catch(() => null))
  if (!bytes) return false
  response
    .writeHead(200, {
      'content-type': `${TYPES[/\.(\w+)\.br$/.exec(file)![1]!]}; charset=UTF-8`,
      'content-encoding': 'br',
      'content-length': bytes.length,
      // Their names change with what is in them.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    .end(bytes)
  return true
}

function findCompressed(folder: string): Map<string, string> {
  const root = join(process.cwd(), folder)
  // `next dev` has none.
  if (!existsSync(root)) return new Map()
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|svg)\.br$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [encodeURI(PLACE + relative(root, file).split(sep).join('/').slice(0, -3)), file]),
  )
}
