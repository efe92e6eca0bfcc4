import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { withOrganization } from '../lib/core/db'
import { exactly, reportFigures } from '../lib/testing/harnesses/report-figures'
import { makeZip } from '../lib/testing/factories/zip-file'
import { readActionIds } from './bench/product'
import { expect, testByHttp as test } from './fixtures/test'

test.describe.configure({ mode: 'default' })
const tag = '@desktop'

const MB = 1_048_576
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}
const page = {
  ...everywhere,
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'nonce-…' 'strict-dynamic'",
    "style-src-elem 'self' 'nonce-…'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: …",
    "font-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate',
}
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const data = { ...everywhere, 'content-security-policy': policy }
const unread = { ...data, 'cache-control': 'private, no-store' }
const forever = { ...data, 'cache-control': 'public, max-age=31536000, immutable' }
const named = [...Object.keys(page), 'strict-transport-security', 'x-powered-by', 'server']

test(
  'pages, routes, redirects, files and what is not there say how they may be used',
  { tag },
  async ({ request, openSession }) => {
    const seen = async (path: string, headers?: Record<string, string>) => {
      const answer = await request.get(path, { maxRedirects: 0, headers })
      const reported = answer.headers()
      const nonce = /'nonce-([^']{32})'/.exec(reported['content-security-policy'] ?? '')?.[1]
      const html = nonce ? await answer.text() : ''
      // A page whose scripts carry another nonce than its policy stands still.
      const borne = [...html.matchAll(/<script[^>]*? nonce="([^"]*)"/g)].map(([, given]) => given)
      expect(new Set(borne)).toEqual(new Set(nonce && html ? [nonce] : []))
      const shown = named.flatMap((name) => (reported[name] === undefined ? [] : [[name, reported[name]]]))
      const { ['content-security-policy']: sent, ...rest } = Object.fromEntries(shown) as Record<string, string>
      return {
        status: answer.status(),
        headers: {
          ...rest,
          ...(sent && {
            'content-security-policy': sent.replaceAll(nonce ?? '…', '…').replace(/blob: http:[^;]+/, 'blob: …'),
          }),
        },
        html,
      }
    }
    const auth = await seen('/auth')
    expect([auth.status, auth.headers]).toEqual([200, page])
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(auth.html)![1]!
    const anonymous: [string, number, object][] = [
      ['/no-such-page', 404, page],
      ['/dashboard/orders', 307, data],
      ['/minha-empresa', 307, data],
      ['/auth//x', 308, data],
      [script, 200, forever],
      ['/_next/static/none.js', 404, { ...data, 'cache-control': page['cache-control'] }],
      ['/api/live', 200, data],
      ['/api/palette', 401, unread],
      ['/api/no-such-route', 404, { ...data, 'cache-control': page['cache-control'] }],
    ]
    for (const [path, status, headers] of anonymous) {
      const { html: _, ...found } = await seen(path)
      expect({ path, ...found }).toEqual({ path, status, headers })
    }
    const { name, value } = await openSession()
    const { html: _, ...shown } = await seen('/dashboard/expenses', { cookie: `${name}=${value}` })
    expect(shown).toEqual({ status: 200, headers: { ...page, 'cache-control': 'private, no-store' } })
  },
)

const book = (bytes: number) =>
  makeZip([
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    { name: 'xl/media/image1.png', content: randomBytes(bytes), stored: true },
  ])

test(
  'a file of more than ten megabytes arrives whole at each route that takes one',
  { tag },
  async ({ request, organization, openSession }) => {
    const { name, value } = await openSession()
    const { organizationId } = organization
    const send = (path: string, body: Buffer) =>
      request.post(path, {
        data: body,
        headers: {
          cookie: `${name}=${value}`,
          'x-organization-id': organizationId,
          'content-type': 'application/octet-stream',
        },
      })
    for (const [path, bytes] of [
      ['/api/imports?fileName=a.xlsx&shopName=Loja', 11 * MB],
      ['/api/sheets?kind=catalogue&fileName=a.xlsx', 12 * MB],
      ['/api/money-files?fileName=a.xlsx', 13 * MB],
      ['/api/mapping/sheet?fileName=a.xlsx', 14 * MB],
    ] as const) {
      const body = book(bytes)
      const answer = await send(path, body)
      expect({ path, status: answer.status(), said: await answer.text() }).toMatchObject({ path, status: 200 })
      const kept = await withOrganization({ organizationId }, (db) =>
        db.storedFile.count({ where: { organizationId, bytes: body.length } }),
      )
      expect({ path, kept }).toEqual({ path, kept: 1 })
    }
    for (const [path, status, said] of [
      ['/api/mapping/sheet?fileName=a.xlsx', 400, 'fileTooLarge'],
      ['/api/dispatch/invoices?fileName=a.xml', 400, 'fileTooLarge'],
      ['/api/expenses/receipts?fileName=a.pdf', 400, 'fileTooLarge'],
      ['/api/cases/proofs?fileName=a.pdf', 400, 'fileTooLarge'],
      ['/api/assistants/gemini', 400, 'invalidInput'],
      ['/api/shopee/webhook', 413, ''],
      ['/api/manus/webhook', 413, ''],
      ['/api/auth/callback/credentials', 413, ''],
    ] as const) {
      const answer = await send(path, Buffer.alloc(21 * MB, '%PDF-'))
      expect({ path, status: answer.status(), said: await answer.text() }).toEqual({
        path,
        status,
        said: said ? expect.stringContaining(`"error":"${said}"`) : '',
      })
    }
  },
)

/** The response to a body that is announced and never sent. */
const announce = (address: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const call = send(new URL(path, address), { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode)
      call.destroy()
    })
    call.on('error', (error) => call.destroyed || reject(error))
    call.flushHeaders()
  })

test('a stranger’s body is refused before any of it has come', { tag }, async ({ baseURL }) => {
  const much = { 'content-length': String(10 * MB) }
  const little = { 'content-length': String(100_000) }
  for (const [path, headers, status] of [
    ['/auth', much, 413],
    ['/auth', little, 401],
    ['/auth', { 'transfer-encoding': 'chunked' }, 411],
    ['/dashboard/orders', { ...little, 'next-action': '0'.repeat(42) }, 401],
    ['/api/none', { ...little, 'next-action': '0'.repeat(42) }, 401],
    ['/auth', { 'content-type': 'multipart/form-data', 'content-length': '9' }, 400],
    ['/api/imports?fileName=a.xlsx', much, 401],
    ['/api/sheets?fileName=a.xlsx', much, 401],
    ['/api/money-files?fileName=a.xlsx', much, 401],
    ['/api/mapping/sheet?fileName=a.xlsx', much, 401],
    ['/api/cases/proofs?fileName=a.pdf', much, 401],
    ['/api/expenses/receipts?fileName=a.pdf', much, 401],
    ['/api/dispatch/invoices?fileName=a.xml', much, 401],
    ['/api/mcp', much, 401],
    ['/api/functions/token', much, 401],
  ] as const)
    expect({ path, headers, status: await announce(baseURL!, path, headers) }).toEqual({ path, headers, status })
})

test(
  'an action that cannot be read is answered 400, whatever page it is sent to, and leaves no error in the log',
  { tag },
  async ({ request, openSession }) => {
    const { name, value } = await openSession()
    const headers = {
      cookie: `${name}=${value}`,
      origin: new URL((await request.get('/auth')).url()).origin,
      accept: 'text/x-component',
      'next-action': readActionIds('.next').get('placeOrderAction')!,
    }
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    const text = { ...headers, 'content-type': 'text/plain;charset=UTF-8' }
    for (const path of ['/dashboard/orders', '/auth', '/api/none'])
      for (const [sent, data] of [
        [text, '['],
        [text, '5'],
        [form, '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n[1'],
        [{ ...text, origin: 'nowhere' }, '[]'],
      ] as const) {
        const answer = await request.post(path, { headers: sent, data, maxRedirects: 0 })
        const status = sent.origin === 'nowhere' && !path.startsWith('/api/') ? 403 : 400
        expect({ path, data, status: answer.status() }).toEqual({ path, data, status })
      }
    const { 'next-action': _, ...without } = form
    expect((await request.post('/auth', { headers: without, data: '--x--' })).status()).toBe(400)
    // An action of ours that refuses what it is given answers in its own words.
    const refused = await request.post('/dashboard/orders', { headers: text, data: '[]' })
    expect([refused.status(), await refused.text()]).toEqual([200, expect.stringContaining('"error":"invalidInput"')])
    const errors = readFileSync('.data/e2e.log', 'utf8')
      .split('\n')
      .filter(
        (line) => /"level":(?:50|60|"error")/.test(line) && /Server Action|JSON|form|Invalid URL|ArrayLike/.test(line),
      )
    expect(errors).toEqual([])
  },
)

test('a method for tracing is not one of ours', { tag }, async ({ baseURL }) => {
  const status = new Promise<number | undefined>((resolve, reject) =>
    send(new URL('/auth', baseURL), { method: 'TRACE' }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(),
  )
  expect(await status).toBe(405)
})

/** The memory of the process that serves the product, found by its port. */
function webMemory(port: string): () => number {
  const read = (pid: string, what: string) => {
    try {
      return readFileSync(`/proc/${pid}/${what}`, 'utf8')
    } catch {
      return ''
    }
  }
  const web = readdirSync('/proc').find(
    (pid) => read(pid, 'cmdline').startsWith('next-server') && `\0${read(pid, 'environ')}`.includes(`\0PORT=${port}\0`),
  )!
  return () => Number(/VmRSS:\s+(\d+)/.exec(read(web, 'status'))![1]) * 1024
}

// Full form only: it loads two cores; “a stranger’s body is refused before any of it has come” holds the refusal.
test(
  '150 anonymous clients who each send ten megabytes do not fill the server’s memory',
  { tag: [tag, '@full'] },
  async ({ baseURL, request }, info) => {
    test.skip(process.platform !== 'linux', 'memory is read in /proc')
    const { port, hostname } = new URL(baseURL!)
    const memory = webMemory(port)
    const before = memory()
    const chunk = Buffer.alloc(64 * 1024)
    const received: string[] = []
    const strangers = Array.from({ length: 150 }, () => {
      const stranger = connect({ port: Number(port), host: hostname })
      stranger.on('error', () => stranger.destroy())
      stranger.on('data', (answer) => received.push(String(answer).split('\r\n')[0]!))
      stranger.write(`POST /auth HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${10 * MB}\r\n\r\n`)
      // All but the end, so that it stays a body that is still to come.
      let left = 159
      const send = () => {
        while (left > 0 && !stranger.destroyed) {
          left -= 1
          if (!stranger.write(chunk)) return void stranger.once('drain', send)
        }
      }
      send()
      return stranger
    })
    let most = 0
    let unwell = 0
    for (let nth = 0; nth < 40; nth += 1) {
      const answer = await request.get('/api/health')
      if (!answer.ok()) unwell += 1
      most = Math.max(most, memory())
    }
    for (const stranger of strangers) stranger.destroy()
    const grown = Math.round((most - before) / MB)
    const holds = grown < 150
    reportFigures({
      refused: received.length,
      figures: [
        exactly('health refused meanwhile', unwell, 0),
        { what: 'grown by', found: `${grown} MB`, wanted: 'less than 150 MB', holds },
      ],
    })
    info.annotations.push({ type: 'memory', description: `grown by ${grown} MB` })
    expect({ unwell, holds, grown }).toEqual({ unwell: 0, holds: true, grown })
    expect(new Set(received)).toEqual(new Set(['HTTP/1.1 413 Payload Too Large']))
  },
)
