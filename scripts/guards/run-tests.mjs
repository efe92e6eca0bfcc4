import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'
import { tool } from '../prepare.mjs'
import { EXIT_WITH_PARENT } from '../steps.mjs'

const REPORT = join(root, 'test-results/guards.json')
const LONGEST_MS = 240_000
const LONGEST_SOUND_MS = 1_800_000
const ASSERTION = /^(?:AssertionError|Error: (?:Property failed|promise (?:resolved|rejected)))/
const OF_THE_FULL_FORM = ['TORTURE_PROFILE', 'PLATFORM_FULL', 'TEST_ALONE']
const plain = (text) => text.replace(/\u001b\[[0-9;]*m/g, '')

/**
 * Runs test files in the default form. Answers `green`, `red` with the test that failed and how, or `broken` where no assertion failed: what
 * cannot be loaded or set up says nothing of a guard. `isSound`: with all guards in place, each file by itself and to its end.
 */
export async function runTests(files, { isSound = false } = {}) {
  rmSync(REPORT, { force: true })
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THE_FULL_FORM.includes(name))
  const args = [
    'run',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    '--maxWorkers=1',
    ...(isSound ? [] : ['--bail=1']),
  ]
  const env = {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'test',
    TEST_FORM: 'default',
    ...(isSound && { TEST_ALONE: '1' }),
    MASCATE_SUPERVISOR: String(process.pid),
  }
  const output = await collect(
    [tool('vitest/vitest.mjs'), ...args, ...files],
    env,
    isSound ? LONGEST_SOUND_MS : LONGEST_MS,
  )
  if (!existsSync(REPORT)) return { verdict: 'broken', test: '', message: output.slice(-2000) }
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8'))
  const missing = files.filter((file) => !testResults.some(({ name }) => name.endsWith(`/${file}`)))
  if (missing.length > 0 && isSound) return { verdict: 'broken', test: '', message: `not run: ${missing.join(', ')}` }
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  )
  const messageOf = ({ failureMessages }) => plain(failureMessages[0] ?? '')
  const red = failed.find((test) => ASSERTION.test(messageOf(test)))
  if (red) return { verdict: 'red', test: red.fullName, message: messageOf(red) }
  const [first] = failed
  if (first) return { verdict: 'broken', test: first.fullName, message: messageOf(first) }
  const suite = testResults.find(({ status }) => status === 'failed')
  if (suite) return { verdict: 'broken', test: suite.name, message: plain(suite.message ?? '') }
  return { verdict: 'green', test: '', message: '' }
}

function collect(args, env, longestMs) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [EXIT_WITH_PARENT, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const late = setTimeout(() => child.kill('SIGKILL'), longestMs)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('close', () => {
      clearTimeout(late)
      done(output)
    })
  })
}
