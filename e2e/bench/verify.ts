import { spawnSync } from 'node:child_process'
import { benchmarkEnvironment } from './product'

const SHOWN_LINES = 5

/** The last output of db:verify, with how it ended where it failed, so that the result is never empty. */
export function verifyAll(): string {
  const { status, signal, error, stdout, stderr } = spawnSync(process.execPath, ['scripts/db-verify.mjs'], {
    env: benchmarkEnvironment(),
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  const said = lastLines(stdout, 1)
  if (status === 0 && said) return said
  const end = error?.message ?? (signal ? `db:verify was ended by ${signal}` : `db:verify ended with ${status}`)
  return [said, end, lastLines(stderr, SHOWN_LINES)].filter(Boolean).join('; ')
}

const lastLines = (text: string | null, count: number) => (text ?? '').trim().split('\n').slice(-count).join(' ')
