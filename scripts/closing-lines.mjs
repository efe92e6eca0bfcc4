const SLOWEST = 10
const NAME_LENGTH = 110
/** The time after installing, in total. */
const WHOLE_BUDGET = 720

const round = (seconds) => `${seconds.toFixed(1)} s`
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The wall clock of steps that have one budget together: from the first one's begin to the last one's end. */
const spanOf = (ran) => Math.max(...ran.map(({ ended }) => ended)) - Math.min(...ran.map(({ begun }) => begun))

/** Each budget with the seconds that stand against it: of a step, of steps that share one, and of the whole run. */
export function listBudgets(ran, wholeSeconds) {
  const shared = [...new Set(ran.flatMap(({ together }) => together ?? []))].map((name) => {
    const those = ran.filter(({ together }) => together === name)
    return { name: `${name} checks together`, seconds: spanOf(those), budget: those[0].budget }
  })
  const own = ran
    .filter(({ together }) => !together)
    .map(({ name, begun, ended, budget }) => ({ name, seconds: ended - begun, budget }))
  return [...shared, ...own, { name: 'all after installing', seconds: wholeSeconds, budget: WHOLE_BUDGET }]
}

const isOver = ({ seconds, budget }) => budget !== undefined && seconds > budget

const countsOf = ({ counted }) =>
  counted ? `${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped` : ''

/** A line for each step, then one for each budget that several share; what is over its budget is marked. */
export function tableOf(ran, wholeSeconds) {
  const rowsOfSteps = ran.map((step) => ({
    name: `${step.holds ? '✓' : '✗'} ${step.name}`,
    seconds: step.ended - step.begun,
    budget: step.together ? undefined : step.budget,
    tests: countsOf(step),
  }))
  const known = new Set(ran.map(({ name }) => name))
  const rowsOfBudgets = listBudgets(ran, wholeSeconds)
    .filter(({ name }) => !known.has(name))
    .map((row) => ({ ...row, tests: '' }))
  const rows = [...rowsOfSteps, ...rowsOfBudgets]
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows.map((row) => {
    const budget = row.budget === undefined ? '' : `of ${row.budget} s`
    const mark = isOver(row) ? ' OVER' : ''
    return `${row.name.padEnd(width)} ${round(row.seconds).padStart(9)} ${budget.padEnd(9)}${mark}  ${row.tests}`.trimEnd()
  })
}

/** How fast the machine was: the fixed work beside what it takes on a quiet one. */
export const machineLine = (seconds, quietSeconds) =>
  `fixed work: ${seconds.toFixed(2)} s (${quietSeconds.toFixed(2)} s on a quiet machine with two cores): this one is ` +
  (seconds > quietSeconds * 1.3 ? `${(seconds / quietSeconds).toFixed(1)} times slower` : 'as fast')

/** Names what took longer than its budget. Machines differ, so it fails nothing. */
export function budgetLine(ran, wholeSeconds) {
  const over = listBudgets(ran, wholeSeconds).filter(isOver)
  if (over.length === 0) return 'every step within its budget'
  const named = over.map(({ name, seconds, budget }) => `${name} (${Math.round(seconds)} of ${budget} s)`)
  return `over budget: ${named.join(', ')}`
}

const cut = (name) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name)

/** The tests of a run that took longest. */
export const slowestTests = (ran, most = SLOWEST) =>
  ran
    .flatMap(({ name: step, counted }) => (counted?.tests ?? []).map((test) => ({ step, ...test })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ step, name, seconds }) => `${round(seconds).padStart(9)}  ${step}: ${cut(name.replaceAll('\n', ' '))}`)

/** The page of docs/results for a whole run of the full form. */
export function resultPage({ date, commit, machine, ran, fixedWork, quietSeconds, installing, wholeSeconds, totals }) {
  const list = (names) => names.map((name) => `- ${name.split('\n')[0]}`)
  return [
    `# Full form, ${date}`,
    '',
    `Commit ${commit}. ${plural(machine.cores, 'core')} (${machine.model}), ${machine.gigabytes} GiB of memory, Node ${machine.node}.`,
    '',
    `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped. Installing took ${round(installing)}, all after it ${round(wholeSeconds)}.`,
    `The ${machineLine(fixedWork, quietSeconds)}.`,
    '',
    '| step | seconds | passed | failed | skipped |',
    '| --- | --- | --- | --- | --- |',
    ...ran.map(({ name, begun, ended, holds, counted }) => {
      const { passed, failed, skipped } = counted ?? { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 }
      return `| ${name} | ${(ended - begun).toFixed(1)} | ${passed} | ${failed} | ${skipped} |`
    }),
    '',
    '## Failed',
    '',
    ...(totals.failures.length > 0 ? list(totals.failures) : ['Nothing.']),
    '',
    '## Not run',
    '',
    ...(totals.notRun.length > 0 ? list(totals.notRun) : ['Nothing was left out.']),
    '',
  ].join('\n')
}
