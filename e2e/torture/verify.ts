import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../bench/product'
import { inspect } from '../../lib/testing/harnesses/database'
import type { Company, Figure } from './scenario'

const SETTLED_WITHIN_MS = 300_000
/** A company that is still connected gets entries while it is looked at. */
const VERIFY_ATTEMPTS = 3
const UNCHAINED = /^intact .*, [1-9]\d* not chained yet$/

/** `db:verify` and `audit:verify` of these companies, once the worker has chained and folded what they wrote. */
export async function verifyCompanies(companies: readonly Company[], env: NodeJS.ProcessEnv): Promise<Figure[]> {
  if (companies.length === 0) return []
  for (const { id } of companies) await untilSettled(id)
  const figures = run('scripts/db-verify.ts', companies, env)
  const verdicts = await verifyAuditLogs(companies, env)
  const broken = verdicts.lines.filter((line) => !/^intact .*, 0 not chained yet$/.test(line))
  return [
    {
      what: 'db:verify',
      found: figures.lines.at(-1) ?? figures.trouble,
      wanted: '0 differences',
      holds: figures.ended === 0 && /^0 differences/.test(figures.lines.at(-1) ?? ''),
    },
    {
      what: 'audit:verify',
      found: broken[0] ?? (verdicts.ended === 0 ? `${verdicts.lines.length} intact` : verdicts.trouble),
      wanted: `${companies.length} intact`,
      holds: verdicts.ended === 0 && broken.length === 0 && verdicts.lines.length === companies.length,
    },
  ]
}

async function verifyAuditLogs(companies: readonly Company[], env: NodeJS.ProcessEnv) {
  for (let look = 1; ; look += 1) {
    const verdicts = run('scripts/audit-verify.ts', companies, env)
    if (look === VERIFY_ATTEMPTS || !verdicts.lines.some((line) => UNCHAINED.test(line))) return verdicts
    for (const { id } of companies) await untilSettled(id)
  }
}

async function untilSettled(id: string): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS
  const waits = () => inspect(id, 'SELECT 1 FROM list_organizations_with_work() WHERE organization_id = $1', [id])
  while ((await waits()).length > 0 && Date.now() < until) await wait(500)
}

function run(program: string, companies: readonly Company[], env: NodeJS.ProcessEnv) {
  const args = ['--conditions=react-server', '--import', 'tsx', program]
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    input: JSON.stringify(companies),
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  const lines = stdout.trim().split('\n').filter(Boolean)
  return {
    ended: status,
    lines,
    trouble: `ended with ${signal ?? status}: ${stderr.trim().split('\n').slice(-3).join(' ')}`,
  }
}
