import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { testDataFolder } from '../../scripts/test-database.mjs'
import { root } from '../bench/product'
import { withoutGuard } from './mutant-copy'
import { exactly, type Counts, type Figure, type Outcome, type Scenario, type TextMutant } from './scenario'
import { productLog, started } from './stage'

/** The figures of a suite's tests (lib/testing/harnesses/report-figures.ts): a line of JSON for each report. */
type SuiteCounts = Counts & { figures?: Figure[]; notes?: Outcome['notes'] }
type Suite = {
  name: string
  claim: string
  step: 'integration' | 'unit' | 'e2e'
  /** Patterns of the files, as the step takes them; of a browser test, Playwright's own arguments. */
  tests: string[]
  /** Steps that come before it and are counted with it, each with its own patterns. */
  first?: string[][]
  mutants: TextMutant[]
}

/** Empty where no test reported a count. */
export function addCounts(counts: Counts[]): Counts {
  const sum = (of: keyof Counts) => counts.reduce((total, each) => total + (each[of] ?? 0), 0)
  const hasCounts = counts.some(({ accepted, refused, unknown }) => (accepted ?? refused ?? unknown) !== undefined)
  return hasCounts ? { accepted: sum('accepted'), refused: sum('refused'), unknown: sum('unknown') } : {}
}

/**
 * A row of the figures that a test of its own holds, on databases and servers of its own: the scenario runs that test in the
 * profile's size. Its mutants are texts replaced in a copy of the checkout in which the same test is run.
 */
export const suite = ({ name, claim, step, tests, first = [], mutants }: Suite): Scenario => ({
  name,
  claim,
  mutants,
  options: { short: {}, full: {} },
  hasOwnStage: true,
  async run({ isFull, seed, mutant }) {
    const sizes = { TORTURE_PROFILE: isFull ? 'full' : 'short', TORTURE_SEED: seed }
    const ran = await withoutGuard(mutant as TextMutant | undefined, async (folder) => {
      const each: Ran[] = []
      for (const args of [...first, [step, ...tests]]) each.push(await runTests(folder, args, sizes))
      return each
    })
    const counts = ran.flatMap((each) => each.counts)
    return {
      ...addCounts(counts),
      companies: [],
      figures: [
        ...counts.flatMap(({ figures = [] }) => figures),
        ...ran.flatMap(({ passed, failed }) => [
          exactly('tests failed', failed, 0),
          { what: 'tests passed', found: String(passed), wanted: '> 0', holds: failed > 0 || passed > 0 },
        ]),
      ],
      notes: Object.assign({}, ...counts.map(({ notes }) => notes)),
    }
  },
})

type Ran = { passed: number; failed: number; counts: SuiteCounts[] }

async function runTests(folder: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const figures = join(folder, 'test-results/measured-figures.jsonl')
  const report = join(folder, `test-results/${args[0]}.json`)
  for (const left of [figures, report]) rmSync(left, { force: true })
  const child = spawn(process.execPath, ['scripts/test.mjs', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A copy's tests use the same server: their template is made from their own migrations.
    env: { ...process.env, ...env, TORTURE_FIGURES: figures, MASCATE_TEST_DATA: resolve(root, testDataFolder()) },
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text) => {
      said[stream] += text
      appendFileSync(productLog, text)
    })
  const ended = once(child, 'close')
  const running = { stop: async () => void (child.kill('SIGTERM') && (await ended)) }
  started.add(running)
  await ended
  started.delete(running)
  // Its closing line; failures are printed on the other stream, at any time.
  const counts = [...said.stdout.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1)
  if (!counts) throw new Error(`The tests did not come to their end:\n${`${said.stdout}${said.stderr}`.slice(-2000)}`)
  const [passed, failed] = [Number(counts[1]), Number(counts[2])]
  const broken = listBroken(report, failed)
  if (broken.length > 0)
    throw new Error(`These could not be run:\n${broken.join('\n')}\n${`${said.stdout}${said.stderr}`.slice(-2000)}`)
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n').filter(Boolean) : []
  return { passed, failed, counts: lines.map((line) => JSON.parse(line) as SuiteCounts) }
}

/**
 * Failures before any test ran, as where a program does not compile: files of tests or, where the step left no report,
 * the step itself, as a failed build or migration.
 */
export function listBroken(report: string, failed: number): string[] {
  if (!existsSync(report)) return failed > 0 ? [`no report: ${report}`] : []
  const { testResults, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const files = testResults?.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return [
    ...(files ?? []).map(({ name, message }) => `${name}: ${message}`),
    ...(errors ?? []).map(({ message }) => message),
  ]
}

/** The report of Vitest or Playwright. */
type Report = {
  testResults?: { name: string; message: string; status: string; assertionResults: unknown[] }[]
  errors?: { message: string }[]
}
