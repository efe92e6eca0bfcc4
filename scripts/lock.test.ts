import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Two timers that fire at once: the second would take an empty file for a free lock.
test('a process that finds a lock always finds its holder in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const program = `
    import { takeLock } from './scripts/lock.mjs'
    for (let n = 0; n < 30; n++) takeLock(${JSON.stringify(folder)}, 'backup').release()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const ended = new Promise((done) => child.once('exit', done))
  const results = new Set<string>()
  while (child.exitCode === null) {
    for (let n = 0; n < 1_000; n++)
      try {
        results.add(readFileSync(join(folder, 'backup.json'), 'utf8'))
      } catch {
        // It is not taken just now.
      }
    await new Promise(setImmediate)
  }
  expect(await ended).toBe(0)
  expect([...results]).toEqual([JSON.stringify({ pid: child.pid })])
  rmSync(folder, { recursive: true })
}, 30_000)

// The first process of a container is number 1 each time it is started.
test('a lock that names this very process was left by an earlier one of its number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const program = `
    import { writeFileSync } from 'node:fs'
    import { takeLock } from './scripts/lock.mjs' // As db-backup.mjs is called.
    writeFileSync(${JSON.stringify(join(folder, 'backup.json'))}, JSON.stringify({ pid: process.pid }))
    takeLock(${JSON.stringify(folder)}, 'backup', () => 'taken')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  expect(await new Promise((done) => child.once('exit', done))).toBe(0)
  rmSync(folder, { recursive: true })
}, 30_000)

test('the slower of two processes that find a stale lock at once leaves the faster one’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const file = join(folder, 'backup.json')
  const faster = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'db-backup.mjs'], { stdio: 'ignore' })
  const [stale, its] = [2 ** 30, JSON.stringify({ pid: faster.pid })]
  writeFileSync(file, JSON.stringify({ pid: stale }))
  // The faster one takes it in the moment in which the slower asks whether the one in the lock is alive.
  const program = `
    import { writeFileSync } from 'node:fs'
    import { takeLock } from './scripts/lock.mjs'
    const kill = process.kill
    process.kill = (pid, signal) => {
      if (pid === ${stale}) writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(its)})
      return kill.call(process, pid, signal)
    }
    takeLock(${JSON.stringify(folder)}, 'backup', ({ pid }) => 'taken by ' + pid)`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  faster.kill()
  expect(stderr).toContain(`taken by ${faster.pid}`)
  expect(readFileSync(file, 'utf8')).toBe(its)
  expect(readdirSync(folder)).toEqual(['backup.json', 'backup.lock'])
  rmSync(folder, { recursive: true })
}, 30_000)

/** A process that runs this until it is killed, once it has said so. */
async function running(program: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((said) => child.stdout.once('data', said))
  return child
}
const take = (folder: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { takeLock } from './scripts/lock.mjs'; takeLock(${JSON.stringify(folder)}, 'backup')`,
    ],
    { encoding: 'utf8' },
  )

test('a holder whose process number says nothing here, as one of another container, keeps the lock until it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const holder = await running(`
    import { takeLock } from './scripts/lock.mjs'
    takeLock(${JSON.stringify(folder)}, 'backup')
    console.log('taken')
    setInterval(() => {}, 1000)`)
  // As the file names it there.
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ pid: 2 ** 30 }))
  expect(take(folder).stderr).toContain('Mascate already runs')
  const ended = new Promise((done) => holder.once('exit', done))
  holder.kill('SIGKILL')
  await ended
  expect(take(folder).status).toBe(0)
  rmSync(folder, { recursive: true })
}, 30_000)
