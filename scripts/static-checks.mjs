// The steps of npm test that read the sources only, and what they keep from one run to the next (docs/decisions/047).
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { tool } from './prepare.mjs'
import { runStep } from './steps.mjs'

const CHECKED = ['app', 'components', 'lib', 'prisma', 'e2e', 'middleware.ts', 'instrumentation.ts']
const CACHE = 'node_modules/.cache/mascate'

const check = (name, path, ...args) => ({
  name,
  run: (more) => runStep(name, process.execPath, [tool(path), ...args, ...more], { quiet: true }),
})

/**
 * ESLint keeps the answer of a file by its content and the rules' names. What else an answer rests on names the file they are kept in:
 * the code of our rules, the versions of all others, and the routes, since a rule knows a link to a page by them.
 */
function lintCache() {
  const hash = createHash('sha256')
  for (const file of ['eslint.config.mjs', 'scripts/eslint-rules.mjs', 'scripts/money-paths.mjs', 'package-lock.json'])
    hash.update(readFileSync(join(root, file)))
  hash.update(readdirSync(join(root, 'app'), { recursive: true }).sort().join('\n'))
  return `${CACHE}/eslint-${hash.digest('hex').slice(0, 16)}`
}

const byType = check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings')

export const staticChecks = [
  {
    name: 'lint',
    async run(more) {
      await byType.run(more)
      const kept = ['--cache', '--cache-strategy=content', `--cache-location=${lintCache()}`]
      return check('lint', 'eslint/bin/eslint.js', '--max-warnings=0', ...kept, '.').run(more)
    },
  },
  check(
    'types',
    'typescript-native/bin/tsc',
    ...['--noEmit', '--pretty', 'false', '--tsBuildInfoFile'],
    `${CACHE}/types`,
  ),
  check('format', 'oxfmt/bin/oxfmt', '--check'),
  check('boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', '--no-progress', ...CHECKED),
  check('dead code', 'knip/bin/knip.js', '--no-progress'),
]
