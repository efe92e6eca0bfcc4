import { existsSync, readFileSync } from 'node:fs'

const noTests = { passed: 0, failed: 0, skipped: 0, notRun: [], retried: [], failures: [] }
const LINES = 12

/** Said once more at the end, where it is seen without the rest of the output. */
const excerpt = (name, messages) =>
  [name, ...messages.flatMap((text) => plain(text).split('\n').slice(0, LINES))].join('\n    ')
const plain = (text) => (text ?? '').replace(/\u001b\[[0-9;]*m/g, '')

export function readJestReport(file) {
  if (!existsSync(file)) return noTests
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const assertions = report.testResults.flatMap((suite) => suite.assertionResults)
  return {
    ...noTests,
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    notRun: assertions
      .filter(({ status }) => ['pending', 'todo', 'skipped'].includes(status))
      .map(({ fullName }) => fullName),
    failures: assertions
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => excerpt(fullName, failureMessages)),
  }
}

export function readPlaywrightReport(file) {
  if (!existsSync(file)) return noTests
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'))
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.map((test) => ({ ...test, name: `${title} (${test.projectName})` })))
  const named = (status) => tests.filter((test) => test.status === status)
  const messages = ({ results }) => results.flatMap((result) => (result.errors ?? []).map(({ message }) => message))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    notRun: named('skipped').map(({ name }) => name),
    retried: named('flaky').map((test) => excerpt(test.name, messages(test).slice(0, 1))),
    failures: [
      ...named('unexpected').map((test) => excerpt(test.name, messages(test).slice(0, 1))),
      ...errors.map(({ message }) => excerpt('the run', [message])),
    ],
  }
}
