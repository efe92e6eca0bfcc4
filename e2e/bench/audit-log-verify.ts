import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { peakMegabytes } from './product'

const EVERY_MS = 100

/** All of a trail, as `npm run audit:verify` reads it: what it said, entries a second, and the process's memory at its peak. */
export async function verifyByCommand(organizationId: string) {
  const since = performance.now()
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'scripts/audit-verify.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(JSON.stringify([{ id: organizationId, name: 'bench' }]))
  const ended = new Promise((done) => child.once('exit', done))
  let peak = 0
  while (child.exitCode === null) {
    try {
      const reached = peakMegabytes(child.pid!)
      if (reached > peak) peak = reached
    } catch {
      // It ended meanwhile.
    }
    await Promise.race([ended, wait(EVERY_MS)])
  }
  const seconds = (performance.now() - since) / 1000
  const chained = Number(/(\d+) chained/.exec(said)?.[1] ?? 0)
  return { said: said.trim(), seconds: Math.round(seconds * 10) / 10, perSecond: Math.round(chained / seconds), peak }
}
