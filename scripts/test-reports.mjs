import { existsSync, readFileSync } from 'node:fs'

const noTests = { passed: 0, failed: 0, skipped: 0, notRun: [], retried: [], failures: [] }
const LINES = 12

/** Said once more at the end, where it is seen without the rest of the output. */
const excerpt = (name, messages) =>
  [name, ...messages.flatMap((text) => plain(text).split('\n').slice(0, LINES))].join('\n    ')
const plain = (text) => (text ?? '').replace(/\u001b\[[0-9;]*m/g, '')

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** The files of a report with a failed test, or that could not be run. */
export const failedFiles = (file) =>
  (readReport(file)?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)

const isSkipped = ({ status }) => ['pending', 'todo', 'skipped'].includes(status)
const isFailed = ({ status }) => status === 'failed'
const describeFailure = ({ fullName, failureMessages }) => excerpt(fullName, failureMessages)

/** A run's report; of the files that were tried once more, what the second report says counts. */
export function readJestReport(file, again) {
  const first = readReport(file)
  if (!first) return noTests
  const second = readReport(again)?.testResults ?? []
  const triedAgain = new Set(second.map(({ name }) => name))
  const suites = [...first.testResults.filter(({ name }) => !triedAgain.has(name)), ...second]
  const tests = suites.flatMap((suite) => suite.assertionResults)
  // A suite that could not be run has no tests, or none that failed.
  const brokenSuites = suites.filter((suite) => isFailed(suite) && !suite.assertionResults.some(isFailed))
  const stillFailing = new Set(tests.filter(isFailed).map(({ fullName }) => fullName))
  const retried = first.testResults
    .filter(({ name }) => triedAgain.has(name))
    .flatMap((suite) => suite.assertionResults.filter(isFailed))
  return {
    ...noTests,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + brokenSuites.length,
    skipped: tests.filter(isSkipped).length,
    notRun: tests.filter(isSkipped).map(({ fullName }) => fullName),
    retried: retried.filter(({ fullName }) => !stillFailing.has(fullName)).map(describeFailure),
    failures: [
      ...tests.filter(isFailed).map(describeFailure),
      ...brokenSuites.map(({ name, message }) => excerpt(name, [message])),
    ],
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

const unmet = ({ name, figures }) =>
  excerpt(
    name,
    figures.filter(({ holds }) => !holds).map(({ what, found, wanted }) => `${what}: ${found}, wanted ${wanted}`),
  )
const doesNotHold = ({ holds }) => !holds

/** The scenarios of a report with a figure that does not hold and may be a busy machine's accident. Null where one is no such thing. */
export function failedScenarios(file) {
  const failed = (readReport(file)?.results ?? []).filter(doesNotHold)
  const isFinal = failed.some(({ figures }) => figures.some(({ holds, isFinal }) => !holds && isFinal))
  return isFinal ? null : failed.map(({ name }) => name)
}

/** A run's report; of the scenarios that were run once more, what the second report says counts. */
export function readTortureReport(file, again) {
  const first = readReport(file)?.results ?? []
  const second = readReport(again)?.results ?? []
  const last = first.map((result) => second.find(({ name }) => name === result.name) ?? result)
  return {
    ...noTests,
    passed: last.filter(({ holds }) => holds).length,
    failed: last.filter(doesNotHold).length,
    retried: first.filter((result) => doesNotHold(result) && !doesNotHold(last[first.indexOf(result)])).map(unmet),
    failures: last.filter(doesNotHold).map(unmet),
  }
}
