import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'mascate-keep-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A supervisor that ends by itself once its child has ended so often, or says with which code it was stopped. */
function supervise(isReady: boolean, times: number) {
  const starts = join(folder, `starts-${isReady}`)
  const program = `
    import { appendFileSync, readFileSync } from 'node:fs'
    import { keepRunning } from './scripts/keep-running.mjs'
    // The waits are left out, not their number.
    const later = globalThis.setTimeout
    globalThis.setTimeout = (run) => later(run, 0)
    keepRunning({
      name: 'web', args: ['-e', "require('node:fs').appendFileSync(process.env.STARTS, 'x'); process.exit(3)"],
      env: { PATH: process.env.PATH, STARTS: process.env.STARTS }, children: new Map(), isReady: () => ${isReady},
      isStopping: () => {
        if (readFileSync(process.env.STARTS, 'utf8').length >= ${times}) process.exit(0)
        return false
      },
      stop: (code) => process.exit(code),
    })`
  const env = { PATH: process.env.PATH, STARTS: starts } as unknown as NodeJS.ProcessEnv
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env,
  })
  return { status, starts: readFileSync(starts, 'utf8').length, stdout }
}

test('a process that keeps ending is started again with longer and longer waits, and the product goes on', () => {
  const { status, starts, stdout } = supervise(true, 9)
  expect({ status, starts }).toEqual({ status: 0, starts: 9 })
  const waits = [...stdout.matchAll(/again in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
  expect(waits).toEqual([0.25, 0.5, 1, 2, 4, 8, 16, 30])
})

test('a product that cannot start ends, and says what keeps it', () => {
  expect(supervise(false, 20)).toMatchObject({ status: 1, starts: 6 })
})
