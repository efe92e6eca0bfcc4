import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../bench/product'
import { removeFromFunction } from './guards'
import { makeRandom } from './random'
import type { Figure, Mutant, Outcome, Scenario } from './scenario'
import { defaultScenarios, scenarios } from './scenarios'
import { openStage, productLog, started, type Stage } from './stage'
import { verifyCompanies } from './verify'
import { verifyHere } from './verify-here'

// The guarantees under faults: `npm run torture`, or a short form of it with `-- --profile short`; `-- --profile
// default` is the one scenario of `npm test`. docs/torture.md lists the scenarios.
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'full' },
    /** Without the suites, whose tests the unit, integration and browser steps run. */
    staged: { type: 'boolean', default: false },
    report: { type: 'string', default: 'test-results/torture.json' },
    /** `all`, a scenario, or scenario/guard: run with that guard taken out, and expected to turn red. */
    mutant: { type: 'string' },
  },
})
const { seed, profile } = flags
const PROFILES = ['default', 'short', 'full']
const sizes = profile === 'full' ? 'full' : 'short'
const TO_ITS_END = 'to its end'
type Result = Partial<Outcome> & { name: string; claim: string; seconds: number; figures: Figure[]; holds: boolean }

async function main() {
  if (!PROFILES.includes(profile)) throw new Error(`--profile is one of ${PROFILES.join(', ')}.`)
  process.chdir(root)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  rmSync(productLog, { force: true })
  const begun = new Date()
  const chosen = pickScenarios()
  console.log(`commit ${readCommit()}, seed ${seed}, profile ${profile}, load ${loadavg()[0]!.toFixed(1)}`)
  const results = flags.mutant ? await runMutants(chosen) : await runAll(chosen)
  const report = {
    started: begun,
    commit: readCommit(),
    seed,
    profile,
    mutant: flags.mutant,
    loadAfter: loadavg()[0],
    results,
  }
  writeFileSync(resolve(root, flags.report), `${JSON.stringify(report, null, 2)}\n`)
  if (results.some(({ holds }) => !holds)) process.exitCode = 1
}

/** The commit under test, with a plus where the tree has uncommitted changes. */
function readCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') && '+')
}

function pickScenarios(): Scenario[] {
  const names = (flags.only ?? flags.mutant?.split('/')[0] ?? '').split(',').filter((name) => name && name !== 'all')
  const missing = names.filter((name) => !scenarios.some((scenario) => scenario.name === name))
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: there are ${scenarios.map(({ name }) => name).join(', ')}.`)
  if (names.length > 0) return scenarios.filter(({ name }) => names.includes(name))
  if (flags.mutant) return scenarios
  if (profile === 'default') return defaultScenarios
  // In few sizes the suites' tests are among those of `npm test` already.
  return profile === 'short' || flags.staged ? scenarios.filter(({ hasOwnStage }) => !hasOwnStage) : scenarios
}

async function runAll(chosen: Scenario[]): Promise<Result[]> {
  const results: Result[] = []
  let stage: Stage | null = null
  try {
    for (const scenario of chosen) {
      if (stage?.hasEnded()) {
        await stage.stop()
        stage = null
      }
      if (!scenario.hasOwnStage) stage ??= await openStage()
      results.push(await run(scenario, stage))
    }
  } finally {
    await stage?.stop()
  }
  return results
}

/** Each on a product and database of its own, since a guard that was taken out stays out. Holds where a figure turns red. */
async function runMutants(chosen: Scenario[]): Promise<Result[]> {
  const [, guard] = flags.mutant!.split('/')
  const results: Result[] = []
  for (const scenario of chosen)
    for (const mutant of scenario.mutants.filter(({ name }) => !guard || name === guard)) {
      const stage = scenario.hasOwnStage ? null : await openStage()
      try {
        results.push(await runMutant(scenario, mutant, stage))
      } finally {
        await stage?.stop()
      }
    }
  if (results.length === 0) throw new Error(`There is no mutant of the name ${flags.mutant}.`)
  return results
}

async function runMutant(scenario: Scenario, mutant: Mutant, stage: Stage | null): Promise<Result> {
  console.log(`\nWithout ${mutant.removes}:`)
  const ran = await attempt(async () => {
    if (stage) await mutant.remove?.(stage)
    if (mutant.fromFunction) await removeFromFunction(mutant.fromFunction)
    return run(scenario, stage, mutant)
  })
  const { name, claim } = scenario
  // A guard that stands there no longer as it is named: the other mutants are still run.
  const result: Result = 'trouble' in ran ? { name, claim, seconds: 0, figures: [ran.trouble], holds: false } : ran
  // A failure for another reason says nothing about the guard.
  const isJudged = result.figures.every(({ what }) => what !== TO_ITS_END)
  const holds = isJudged && !result.holds
  console.log(holds ? 'red, as it has to be' : isJudged ? 'GREEN: nothing of it is seen' : 'NOT JUDGED: it broke off')
  return { ...result, name: `${scenario.name}/${mutant.name}`, holds }
}

async function run(scenario: Scenario, stage: Stage | null, mutant?: Mutant): Promise<Result> {
  const { name, claim } = scenario
  const options = scenario.options[sizes]
  // A suite's sizes are its tests' own, by the name of the profile.
  const reported = Object.keys(options).length > 0 ? JSON.stringify(options) : 'sizes in its tests'
  console.log(`\n${name}: ${claim}\n  profile ${profile}, ${reported}, load ${loadavg()[0]!.toFixed(1)}`)
  const since = performance.now()
  const drawn = { seed, random: makeRandom(`${seed} ${name}`), isFull: profile === 'full', mutant }
  // Only who has a stage of their own is given none.
  const context = { ...drawn, options, stage: stage! }
  const outcome = await attempt(() => scenario.run(context))
  const verified = 'trouble' in outcome ? [outcome.trouble] : await verify(outcome, stage)
  const figures = [...('trouble' in outcome ? [] : outcome.figures), ...verified]
  const holds = figures.every((figure) => figure.holds)
  const seconds = Math.round((performance.now() - since) / 100) / 10
  if (!('trouble' in outcome)) {
    const { accepted, refused, unknown, notes } = outcome
    const isCounted = accepted !== undefined
    console.log(isCounted ? `  accepted ${accepted}, refused ${refused}, unknown ${unknown}` : '  calls: not counted')
    for (const [what, one] of Object.entries(notes ?? {})) console.log(`  ${what}: ${one}`)
  }
  console.table(figures)
  console.log(`  ${holds ? 'holds' : 'DOES NOT HOLD'}, ${seconds} s`)
  return { ...('trouble' in outcome ? {} : outcome), name, claim, seconds, figures, holds }
}

async function verify({ companies }: Outcome, stage: Stage | null): Promise<Figure[]> {
  if (!stage) return []
  const verified = await attempt(() =>
    profile === 'default' ? verifyHere(companies) : verifyCompanies(companies, { ...process.env, ...stage.settings }),
  )
  return 'trouble' in verified ? [verified.trouble] : verified
}

/** An error that a scenario throws is a figure that does not hold: the others still run. */
async function attempt<T>(work: () => Promise<T>): Promise<T | { trouble: Figure }> {
  try {
    return await work()
  } catch (error) {
    console.error(error)
    return { trouble: { what: TO_ITS_END, found: String(error), wanted: 'without an error', holds: false } }
  }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    console.error(`${signal}: stopping what was started`)
    void Promise.allSettled([...started].map((each) => each.stop())).then(() => process.exit(code))
  })

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
