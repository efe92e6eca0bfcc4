import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetLine, machineLine, slowestTests, tableOf } from './closing-lines.mjs'
import { openDataFolder, root } from './data-folder.mjs'
import { QUIET_SECONDS, timeFixedWork } from './fixed-work.mjs'
import { writeResult } from './full-result.mjs'
import { takeLock } from './lock.mjs'
import { generateClient, installDependencies, nextProgram } from './prepare.mjs'
import { runSchedule } from './schedule.mjs'
import { endRunningSteps, runStep, say, seconds } from './steps.mjs'

const LANES = 2
const LAST_LINES = 40
const NEED_ROUTE_TYPES = ['types', 'lint']
const reports = join(root, 'test-results')

/** `--full` anywhere asks for the full form; what else there is, is a step and what it hands on to its tool. */
export function readArguments(args) {
  const [only, ...more] = args.filter((one) => one !== '--full')
  return { isFull: args.includes('--full'), only, more }
}

/** Runs the steps, tells what came of them, and ends the process. */
export async function runSteps(steps, { isFull, only, more }) {
  const chosen = steps.filter(({ name, isNamedOnly }) => (only ? name === only : !isNamedOnly))
  if (chosen.length === 0) {
    console.error(`There is no step "${only}". Steps: ${steps.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  if (isFull) Object.assign(process.env, { TORTURE_PROFILE: 'full', PLATFORM_FULL: '1' })
  endWithThem()
  const lock = only ? null : lockTests()
  mkdirSync(reports, { recursive: true })
  const totals = { passed: 0, failed: 0, skipped: 0, notRun: [], failures: [] }
  const timed = { ran: [], begun: performance.now() }
  try {
    await prepare(only)
    timed.installing = secondsSince(timed.begun)
    if (!only) timed.fixedWork = await timeFixedWork()
    timed.stepsBegun = performance.now()
    await runSchedule(chosen, {
      lanes: LANES,
      run: async (step) => {
        const ran = await runOne(step, { more, isFull }, totals)
        timed.ran.push(ran)
        return ran.holds
      },
      skip: ({ name, needs }) => {
        totals.notRun.push(`${name}, since ${needs} failed`)
        say(`✗ ${name}: not run, since ${needs} failed`)
      },
    })
  } catch (error) {
    console.error(error.message)
    totals.failed += 1
  }
  // A single step leaves the server running for the next one.
  if (!only) await import('./test-database.mjs').then(({ stopTestServer }) => stopTestServer())
  lock?.release()
  printSummary(timed, totals, { only, isFull })
  process.exit(totals.failed > 0 ? 1 : 0)
}

const secondsSince = (begun) => (performance.now() - begun) / 1000

function endWithThem() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      endRunningSteps()
      setTimeout(() => process.exit(130), 8000)
    })
}

async function prepare(only) {
  await installDependencies()
  await generateClient()
  if (!only || NEED_ROUTE_TYPES.includes(only))
    await runStep('generating route types', process.execPath, [nextProgram, 'typegen'], { quiet: true })
}

async function runOne(step, { more, isFull }, totals) {
  const [since, begun] = [Date.now(), performance.now() / 1000]
  let failure
  try {
    const output = await step.run(more, isFull)
    if (more.length > 0 && output) console.log(output)
  } catch (error) {
    failure = error
  }
  const counted = step.count?.()
  const passed = counted ? counted.passed : failure ? 0 : 1
  // A step that ends badly without one failed test (it could not start) is a failure of its own.
  const failed = failure ? Math.max(counted?.failed ?? 0, 1) : (counted?.failed ?? 0)
  totals.passed += passed
  totals.failed += failed
  totals.skipped += counted?.skipped ?? 0
  totals.notRun.push(...(counted?.notRun ?? []))
  const failures = counted?.failures ?? []
  totals.failures.push(...(failed > 0 && failures.length === 0 ? [`the step ${step.name}`] : failures))
  const tests = counted ? `${passed} passed, ${failed} failed, ${counted.skipped} skipped, ` : ''
  say(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${tests}${seconds(since)}`)
  if (failure) printFailure(step.name, failure, failures)
  const { name, together, budget } = step
  return { name, together, budget, begun, ended: performance.now() / 1000, holds: failed === 0, counted }
}

/** Named tests say more than all that a tool printed before them: of that the end, and the whole of it in a file. */
function printFailure(name, failure, failures) {
  const output = failure.output ?? failure.message
  writeFileSync(join(reports, `${name}.log`), output)
  const detail = failures.length > 0 ? output.split('\n').slice(-LAST_LINES).join('\n') : failure.message
  console.error(['', detail, ...failures.map((text) => `failed: ${text}`), ''].join('\n'))
}

function printSummary({ ran, fixedWork, installing, stepsBegun }, totals, { only, isFull }) {
  if (!only && ran.length > 0) {
    const wholeSeconds = secondsSince(stepsBegun)
    console.log(['', 'The slowest tests:', ...slowestTests(ran), ''].join('\n'))
    console.log(tableOf(ran, wholeSeconds).join('\n'))
    console.log(machineLine(fixedWork, QUIET_SECONDS))
    if (isFull) console.log(`written to ${writeResult({ ran, fixedWork, installing, wholeSeconds, totals })}`)
    else console.log(budgetLine(ran, wholeSeconds))
  }
  for (const name of totals.notRun) console.log(`not run: ${name}`)
  for (const text of totals.failures) console.log(`failed: ${text.split('\n').slice(0, 2).join('\n')}`)
  console.log(
    `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
  )
}

function lockTests() {
  try {
    return takeLock(openDataFolder('.data/test').folder, 'tests')
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
