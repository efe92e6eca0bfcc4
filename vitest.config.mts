import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname
const source = (path: string) => resolve(root, path)

// TEST_FORM: the default form, or `full` with the files that belong to it alone (docs/testing.md).
const isFull = process.env.TEST_FORM === 'full'
const testFiles = ['app', 'components', 'lib', 'scripts', 'e2e/torture', 'e2e/bench']
  .flatMap((folder) =>
    readdirSync(source(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && (isFull || !file.includes('.full.')))

const textOf = (file: string) => readFileSync(source(file), 'utf8')
const isIntegration = (file: string) => file.endsWith('.integration.test.ts')
const isComponent = (file: string) => file.endsWith('.test.tsx')
// A page imports client components, which need React without the condition `react-server`.
const loadsPages = (file: string) => /^\/\/ Loads pages/m.test(textOf(file))
// A replaced module stays replaced in its process, and a file may need a database of its own: both run in a process of their own.
const isAlone = process.env.TEST_ALONE === '1'
const needsOwnProcess = (file: string) =>
  isAlone || /\bvi\.(mock|doMock|resetModules)\(|^\/\/ Own database: /m.test(textOf(file))

const longest = isFull ? 4 * 3_600_000 : 60_000
const shared = {
  globals: true,
  pool: 'forks' as const,
  // A limit against hanging alone: how long a test may take is said in docs/testing.md.
  testTimeout: longest,
  hookTimeout: longest,
  setupFiles: ['setup-environment', 'console-guard'].map((name) => source(`lib/testing/harnesses/${name}.ts`)),
}

// Conditions for what Vite resolves and for what Node loads itself.
const serverCode = {
  resolve: { alias: { '@': root }, conditions: ['react-server', 'node'] },
  ssr: { resolve: { conditions: ['react-server', 'node'], externalConditions: ['react-server', 'node'] } },
}
const nextIntl = { deps: { inline: [/next-intl/, /use-intl/] } }
// Next's replacements at build time, and the two modules that need a request of Next's.
const asInNext = [
  { find: /^@\//, replacement: `${root}/` },
  { find: /^next-intl\/config$/, replacement: source('lib/core/i18n/request.ts') },
  {
    find: /^next\/navigation$/,
    replacement: source('node_modules/next/dist/client/components/navigation.react-server.js'),
  },
]
const ownRequest = [
  { find: /^next\/headers(\.js)?$/, replacement: source('lib/testing/fakes/next-headers.ts') },
  { find: /^next\/cache(\.js)?$/, replacement: source('lib/testing/fakes/next-cache.ts') },
]
/** One for unit and integration tests: what a module was transformed to for the ones serves the others. */
const onServer = { ...serverCode, resolve: { ...serverCode.resolve, alias: [...asInNext, ...ownRequest] } }
const withPages = {
  resolve: {
    alias: [
      ...asInNext,
      ...ownRequest,
      { find: /^server-only$/, replacement: source('node_modules/server-only/empty.js') },
      {
        find: /^next-intl\/server$/,
        replacement: source('node_modules/next-intl/dist/esm/development/server.react-server.js'),
      },
    ],
  },
}
const onDatabase = {
  server: nextIntl,
  globalSetup: [source('lib/testing/harnesses/global-setup.mjs')],
  setupFiles: [...shared.setupFiles, source('lib/testing/harnesses/setup-database.ts')],
}

/** First the files that need a process of their own: at the end, one of them alone would keep a core waiting. */
class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isAlone = ({ project }: TestSpecification) => project.config.isolate
    return [...sorted.filter(isAlone), ...sorted.filter((file) => !isAlone(file))]
  }
}

/** A browser has a server's action by its name alone, as Next builds it: a test says what stands behind the name. */
const actionsByName = {
  name: 'actions-by-name',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.includes('/lib/') || !id.endsWith('/actions.ts')) return
    const names = [...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
    const stubs = names.map((name) => `export const ${name} = async (...given) => stubOf('${name}')(...given)`)
    return { code: [`import { stubOf } from '@/lib/testing/fakes/page-stubs'`, ...stubs].join('\n'), map: null }
  },
}
const browser = {
  environment: 'jsdom',
  setupFiles: [...shared.setupFiles, source('lib/testing/harnesses/setup-browser.ts')],
}
const inBrowser = {
  resolve: {
    alias: {
      '@': root,
      'next/navigation': source('lib/testing/fakes/next-navigation.ts'),
      'server-only': source('node_modules/server-only/empty.js'),
    },
  },
  plugins: [actionsByName],
}

const pages = testFiles.filter(loadsPages)
const unit = testFiles.filter((file) => !isIntegration(file) && !isComponent(file) && !loadsPages(file))
const components = testFiles.filter(isComponent)
const integration = testFiles.filter((file) => isIntegration(file) && !loadsPages(file))
const together = (files: string[]) => files.filter((file) => !needsOwnProcess(file))
const alone = (files: string[]) => files.filter(needsOwnProcess)

const project = (name: string, files: string[], vite: object, test: object = {}) =>
  files.length > 0 ? [{ ...vite, test: { ...shared, name, include: files, ...test } }] : []

export default defineConfig({
  test: {
    sequence: { sequencer: AloneFirst },
    // By a file's content and this one's. A whole run begins with none (scripts/run-tests.mjs).
    experimental: { fsModuleCache: true },
    projects: [
      ...project('unit', together(unit), onServer, { isolate: false, server: nextIntl }),
      ...project('unit-alone', alone(unit), onServer, { server: nextIntl }),
      ...project(
        'unit-pages',
        pages.filter((file) => !isIntegration(file)),
        withPages,
        { server: nextIntl },
      ),
      ...project('components', together(components), inBrowser, { ...browser, isolate: false }),
      ...project('components-alone', alone(components), inBrowser, browser),
      ...project('integration', together(integration), onServer, { ...onDatabase, isolate: false }),
      ...project('integration-alone', alone(integration), onServer, onDatabase),
      ...project('integration-pages', pages.filter(isIntegration), withPages, onDatabase),
    ],
  },
})
