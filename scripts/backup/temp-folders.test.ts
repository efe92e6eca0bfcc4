import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const program = (folder: string, work: string) => `
  import { withBackupLock } from './scripts/backup/temp-folders.mjs' // As db-backup.mjs is called.
  await withBackupLock(${JSON.stringify({ folder, secrets: { instance: 'drafts' } })}, async () => {${work}})`
const argsFor = (folder: string, work = '') => ['--input-type=module', '-e', program(folder, work)]

const children: ChildProcess[] = []
afterEach(() => children.forEach((child) => child.kill('SIGKILL')))

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'))
  for (const name of ['drill-20261123T120000Z-77', 'restore-20261124T120000Z-78', 'drill-notes', 'files'])
    mkdirSync(join(folder, name, 'postgres'), { recursive: true })
  for (const name of ['.', ...readdirSync(folder)]) chmodSync(join(folder, name), 0o711)
  return folder
}
// Beside this process, which has to take note that a child of it has ended.
const run = (folder: string): Promise<{ code?: number; stderr: string }> =>
  promisify(execFile)(process.execPath, argsFor(folder)).catch((error: { code: number; stderr: string }) => error)
const foldersOf = (folder: string) => readdirSync(folder).filter((name) => !/\.(json|lock)$/.test(name))

test('the leftovers of a killed drill or restore are removed, with its server, when the next one takes the lock', async () => {
  const folder = openFolder()
  const place = join(folder, 'restore-20261124T120000Z-78/postgres')
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', place], { stdio: 'ignore' })
  children.push(server)
  const ended = new Promise((done) => server.once('exit', (_, signal) => done(signal)))
  writeFileSync(join(place, 'postmaster.pid'), `${server.pid}\n`)
  expect(await run(folder)).toMatchObject({ stderr: '' })
  expect(foldersOf(folder)).toEqual(['drill-notes', 'files'])
  expect(await ended).toBe('SIGINT')
  rmSync(folder, { recursive: true })
}, 30_000)

test('while another is at work its draft stays', async () => {
  const folder = openFolder()
  const before = foldersOf(folder)
  // Its own draft, made after it took the lock.
  const draft = JSON.stringify(join(folder, 'drill-20261125T120000Z-79'))
  const work = `(await import('node:fs')).mkdirSync(${draft}); console.log('at work'); await new Promise((done) => setTimeout(done, 60_000))`
  const first = spawn(process.execPath, argsFor(folder, work), { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(first)
  await new Promise<void>((done) => first.stdout.on('data', (text) => String(text).includes('at work') && done()))
  expect(await run(folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('is at work on') })
  expect(foldersOf(folder)).toEqual(['drill-20261125T120000Z-79', ...before.slice(1, 3)].toSorted())
  rmSync(folder, { recursive: true })
}, 30_000)

test('the draft of one that is at work stays, though its lock was lost', async () => {
  const folder = openFolder()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'db-restore.mjs'], { stdio: 'ignore' })
  children.push(other)
  const draft = `drill-20261125T120000Z-${other.pid}`
  mkdirSync(join(folder, draft), { mode: 0o711 })
  expect(await run(folder)).toMatchObject({ stderr: '' })
  expect(foldersOf(folder)).toEqual([draft, 'drill-notes', 'files'])
  rmSync(folder, { recursive: true })
}, 30_000)
