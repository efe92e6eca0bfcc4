import { existsSync, readFileSync } from 'node:fs'

const noTests = { passed: 0, failed: 0, skipped: 0, notRun: [], failures: [], tests: [] }
const LINES = 12

/** Said once more at the end, where it is seen without the rest of the output. */
const excerpt = (name, messages) =>
  [name, ...messages.flatMap((text) => plain(text).split('\n').slice(0, LINES))].join('\n    ')
const plain = (text) => (text ?? '').replace(/\u001b\[[0-9;]*m/g, '')

const notRunFor = (name, why) => `${name}: ${why ?? 'no reason given'}`

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

const isSkipped = ({ status }) => ['pending', 'todo', 'skipped'].includes(status)
const isFailed = ({ status }) => status === 'failed'
const describeFailure = ({ fullName, failureMessages }) => excerpt(fullName, failureMessages)

/** Vitest does not say at which try a test passed: no test may have a second one (mascate/no-retry). */
export function readVitestReport(file) {
  const report = readReport(file)
  if (!report) return noTests
  const suites = report.testResults
  const tests = suites.flatMap((suite) => suite.assertionResults)
  // A suite that could not be run has no tests, or none that failed.
  const brokenSuites = suites.filter((suite) => isFailed(suite) && !suite.assertionResults.some(isFailed))
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + brokenSuites.length,
    skipped: tests.filter(isSkipped).length,
    notRun: tests.filter(isSkipped).map(({ fullName, meta }) => notRunFor(fullName, meta?.notRun)),
    failures: [
      ...tests.filter(isFailed).map(describeFailure),
      ...brokenSuites.map(({ name, message }) => excerpt(name, [message])),
    ],
    tests: tests.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
  }
}

export function readPlaywrightReport(file) {
  const report = readReport(file)
  if (!report) return noTests
  const { stats, suites, errors } = report
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.map((test) => ({ ...test, name: `${title} (${test.projectName})` })))
  const named = (status) => tests.filter((test) => test.status === status)
  const messages = ({ results }) => results.flatMap((result) => (result.errors ?? []).map(({ message }) => message))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    notRun: named('skipped').map(({ name, annotations }) =>
      notRunFor(name, annotations?.find(({ type }) => type === 'skip')?.description),
    ),
    failures: [
      ...named('unexpected').map((test) => excerpt(test.name, messages(test).slice(0, 1))),
      ...named('flaky').map((test) => excerpt(`${test.name}: passed only at another try`, messages(test).slice(0, 1))),
      ...errors.map(({ message }) => excerpt('the run', [message])),
    ],
    tests: tests.map(({ name, results }) => ({
      name,
      seconds: results.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
    })),
  }
}

const unmet = ({ name, figures }) =>
  excerpt(
    name,
    figures.filter(({ holds }) => !holds).map(({ what, found, wanted }) => `${what}: ${found}, wanted ${wanted}`),
  )

export function readTortureReport(file) {
  const results = readReport(file)?.results ?? []
  const failed = results.filter(({ holds }) => !holds)
  return {
    ...noTests,
    passed: results.length - failed.length,
    failed: failed.length,
    failures: failed.map(unmet),
    tests: results.map(({ name, seconds }) => ({ name, seconds })),
  }
}
