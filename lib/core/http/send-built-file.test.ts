import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { tmpdir } from 'node:os'
import { brotliDecompressSync } from 'node:zlib'
import { compressBuild } from '../../../scripts/compress-build.mjs'
import { sendBuiltFile } from './send-built-file'

const folder = mkdtempSync(join(tmpdir(), 'static-'))
const script = 'globalThis.answer = 42\n'.repeat(200)
let server: Server
beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'))
  writeFileSync(join(folder, 'chunks/[root].js'), script)
  writeFileSync(join(folder, 'chunks/a.css'), 'p{color:red}')
  writeFileSync(join(folder, 'chunks/icons.svg'), '<svg></svg>')
  writeFileSync(join(folder, 'chunks/font.woff2'), 'font')
  await compressBuild(folder)
  server = createServer((request, response) => {
    void sendBuiltFile(request, response, relative(process.cwd(), folder)).then(
      (sent) => sent || response.end("Next's"),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function request(path: string, accepted = 'gzip, br', method = 'GET') {
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': accepted }
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ host: '127.0.0.1', port, path, method, headers, agent: false }, resolve).on('error', reject),
  )
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { headers: answer.headers, bytes: Buffer.concat(parts) }
}

test('a script of the build is sent as it was compressed then, to be kept for good', async () => {
  const { headers, bytes } = await request('/_next/static/chunks/%5Broot%5D.js?v=1')
  expect(brotliDecompressSync(bytes).toString()).toBe(script)
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-encoding': 'br',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect((await request('/_next/static/chunks/a.css')).headers['content-type']).toBe('text/css; charset=UTF-8')
  expect((await request('/_next/static/chunks/icons.svg')).headers['content-type']).toBe('image/svg+xml; charset=UTF-8')
})

test.each([
  ['what is no text', '/_next/static/chunks/font.woff2'],
  ['what is not there', '/_next/static/chunks/b.js'],
  ['what is elsewhere', '/_next/static/../../package.json'],
  ['who knows no brotli', '/_next/static/chunks/a.css', 'gzip'],
  ['what is not only read', '/_next/static/chunks/a.css', 'br', 'POST'],
])('Next answers %s', async (_, ...given: string[]) => {
  expect((await request(...(given as [string]))).bytes.toString()).toBe("Next's")
})
