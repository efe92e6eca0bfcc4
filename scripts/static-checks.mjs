// The steps of npm test that read the sources only (the last one also asks a database that is made for it), and what they keep from one run to
// the next (docs/decisions/047).
import { tool } from './prepare.mjs'
import { runStep } from './steps.mjs'

const CHECKED = ['app', 'components', 'lib', 'prisma', 'e2e', 'middleware.ts', 'instrumentation.ts']
const CACHE = 'node_modules/.cache/mascate'

const check = (name, path, ...args) => ({
  name,
  run: (more) => runStep(name, process.execPath, [tool(path), ...args, ...more], { quiet: true }),
})

/** The rules that need types read the whole program: they say what is wrong with its types as well. */
export const lintArguments = ['--type-aware', '--type-check', '--deny-warnings']

export const staticChecks = [
  check('lint', 'oxlint/bin/oxlint', ...lintArguments),
  // By its name alone: what it would find the linter has found (scripts/rules.test.ts).
  {
    ...check(
      'types',
      'typescript-native/bin/tsc',
      ...['--noEmit', '--pretty', 'false', '--tsBuildInfoFile'],
      `${CACHE}/types`,
    ),
    isNamedOnly: true,
  },
  check('format', 'oxfmt/bin/oxfmt', '--check'),
  check('boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', '--no-progress', ...CHECKED),
  check('dead code', 'knip/bin/knip.js', '--no-progress'),
  {
    name: 'statements',
    run: (more) =>
      runStep('statements', process.execPath, ['scripts/schema/check-statements.mjs', ...more], { quiet: true }),
  },
]
