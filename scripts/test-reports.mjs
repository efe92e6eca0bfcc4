import { existsSync, readFileSync } from 'node:fs'

const noTests = { passed: 0, failed: 0, skipped: 0, notRun: [] }

export function readJestReport(file) {
  if (!existsSync(file)) return noTests
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    notRun: report.testResults
      .flatMap((suite) => suite.assertionResults)
      .filter(({ status }) => ['pending', 'todo', 'skipped'].includes(status))
      .map(({ fullName }) => fullName),
  }
}

export function readPlaywrightReport(file) {
  if (!existsSync(file)) return noTests
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'))
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const notRun = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) =>
      tests.filter(({ status }) => status === 'skipped').map(({ projectName }) => `${title} (${projectName})`),
    )
  return {
    passed: stats.expected,
    // A test that passes at the second try is not a guarantee.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    notRun,
  }
}
