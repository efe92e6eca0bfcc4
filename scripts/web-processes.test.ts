import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './processes.mjs'
import { webProcesses } from './environment.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mascate-web-'))
const server = join(folder, 'server.cjs')
// As next's: it answers who it is, finishes what it has begun, and ends when it is asked to.
writeFileSync(
  server,
  `const server = require('node:http').createServer(async ({ url }, answer) => {
    if (url === '/slow') await new Promise((done) => setTimeout(done, 300))
    if (url === '/end') process.exit(1)
    answer.setHeader('connection', 'close').end(String(process.pid))
  }).listen(Number(process.argv[2]), '127.0.0.1')
  process.on('SIGTERM', () => server.close(() => process.exit(0)))`,
)

let port: number
let program: ChildProcess
let ended: Promise<unknown>
// A connection that was handed to the process that ends gets no answer at all: it is given up, and the next ones are asked.
const query = async (path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) })).text()
/** The processes that answer so many requests. */
const answering = async () =>
  new Set((await Promise.all(Array.from({ length: 12 }, () => query('/').catch(() => '')))).filter(Boolean))

beforeAll(async () => {
  port = (await freePort(3500))!
  program = spawn(process.execPath, ['scripts/web-processes.mjs', '2', server, String(port)], { stdio: 'ignore' })
  ended = new Promise((done) => program.once('exit', (code) => done(code)))
  await vi.waitUntil(async () => (await answering()).size === 2, { timeout: 40_000 })
})
afterAll(() => {
  program.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('connections go to each of them in turn, and one that ends is started again', async () => {
  const before = await answering()
  await query('/end').catch(() => {})
  await vi.waitUntil(async () => (await answering()).size === 2, { timeout: 40_000 })
  const after = await answering()
  expect([...after].filter((pid) => before.has(pid))).toHaveLength(1)
})

test('asked to end, they finish what they have begun, and none is left', async () => {
  const begun = query('/slow')
  const pids = [...(await answering())].map(Number)
  program.kill('SIGTERM')
  expect(pids).toContain(Number(await begun))
  expect(await ended).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
})

test.each([
  [undefined, []],
  ['', []],
  ['1', []],
  ['4', ['scripts/web-processes.mjs', '4']],
])('WEB_PROCESSES=%s', (given, started) => {
  expect(webProcesses({ WEB_PROCESSES: given })).toEqual(started)
})

test.each(['0', '17', '1.5', 'many'])('WEB_PROCESSES=%s is refused', (given) => {
  expect(() => webProcesses({ WEB_PROCESSES: given })).toThrow(given)
})
