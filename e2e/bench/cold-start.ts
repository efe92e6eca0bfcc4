import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './product'

const PORT = 3293
const TIMES = 3

/** Milliseconds from the start of a built web process to its first good answer; the median of three. */
export async function measureColdStart(settings: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) times.push(await startOnce(settings))
  return Math.round(times.sort((a, b) => a - b)[1]!)
}

async function startOnce(settings: Record<string, string>): Promise<number> {
  const { DATABASE_URL, NEXTAUTH_SECRET, ENCRYPTION_KEY, AUDIT_CHAIN_KEY, BLIND_INDEX_KEY } = settings
  const since = performance.now()
  const args = [join(root, 'node_modules/next/dist/bin/next'), 'start', '-p', String(PORT), '-H', '127.0.0.1']
  const env = {
    DATABASE_URL,
    NEXTAUTH_SECRET,
    ENCRYPTION_KEY,
    AUDIT_CHAIN_KEY,
    BLIND_INDEX_KEY,
    NEXTAUTH_URL: `http://localhost:${PORT}`,
  }
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => null)
      if (answer?.ok) return performance.now() - since
      if (child.exitCode !== null) throw new Error('The web process did not start.')
      await wait(10)
    }
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done))
  }
}
