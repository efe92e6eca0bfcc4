// The dependency rules of the design. Each has a planted violation in scripts/rules.test.ts.
const TESTS = '\\.test\\.tsx?$'
const CORE = 'core|generated'
// An area imports itself and those before it. The platform's protocol and the sandbox have rules of their own below.
const AREAS = ['core', 'identity', 'catalog', 'sales', 'money', 'connect', 'insight', 'assist', 'worker']
// Imports against the direction, each with its reason: the list may only shrink (scripts/rules.test.ts).
const exceptions = require('./scripts/area-exceptions.json')

const exactly = (path) => `^${path.replaceAll('.', '\\.')}$`
const error = (name, comment, from, to, more = {}) => ({ name, comment, severity: 'error', from, to, ...more })

function oneDirection() {
  const rule = (from, to) =>
    error('one-direction', 'An area imports only itself and the areas before it (docs/architecture.md).', from, to)
  const froms = [...new Set(exceptions.map(({ from }) => from))]
  const later = (area) => `^lib/(${AREAS.slice(AREAS.indexOf(area) + 1).join('|')})/`
  return [
    ...AREAS.slice(0, -1).map((area) =>
      rule({ path: `^lib/${area}/`, pathNot: [TESTS, ...froms.map(exactly)] }, { path: later(area) }),
    ),
    ...froms.map((path) =>
      rule(
        { path: exactly(path) },
        {
          path: later(path.split('/')[1]),
          pathNot: exceptions.filter(({ from }) => from === path).map(({ to }) => exactly(to)),
        },
      ),
    ),
  ]
}

module.exports = {
  forbidden: [
    error('no-cycles', 'Two files that need each other are one thing, or miss a third.', {}, { circular: true }),
    error(
      'lib-knows-no-screen',
      'lib is used by screens, never the other way round. Tests may call a route as the browser does.',
      { path: '^lib/', pathNot: '\\.test\\.tsx?$|^lib/testing/' },
      { path: '^(app|components|e2e)/' },
    ),
    error('components-know-no-app', 'Routes compose components.', { path: '^components/' }, { path: '^app/' }),
    error(
      'ui-knows-no-domain',
      'Primitives serve every domain: what they show comes in as props.',
      { path: '^components/ui/', pathNot: TESTS },
      { path: `^(lib/(?!(${CORE}|testing)/)[^/]+/|components/(?!ui/|shell/))` },
    ),
    ...oneDirection(),
    error(
      'only-screens-import-actions',
      'An action is the door from the browser; code on the server calls the verb behind it.',
      { pathNot: ['^(app|components|lib/testing)/', TESTS] },
      { path: '(^|/)actions\\.ts$' },
    ),
    error(
      'screens-never-touch-the-database',
      'Pages and components get plain data from a domain.',
      { path: '^(app/(?!api/)|components/)', pathNot: TESTS },
      { path: '^lib/(core/db\\.ts|generated/prisma/(?!enums\\.ts))', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'components-know-queries-by-type',
      'A page loads; a component shows.',
      { path: '^components/', pathNot: TESTS },
      { path: '(^|/)queries\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'shopee-is-a-leaf',
      'It speaks the protocol and knows no table and no domain.',
      { path: '^lib/shopee/', pathNot: TESTS },
      { path: '^lib/(?!shopee/|core/|testing/)|^lib/core/db\\.ts' },
    ),
    error(
      'sandbox-is-a-leaf',
      'The sandbox platform is a server of its own.',
      { path: '^lib/sandbox/', pathNot: TESTS },
      { path: '^lib/(?!sandbox/|core/|testing/)|^lib/core/db\\.ts' },
    ),
    error(
      'only-shops-and-sync-speak-shopee',
      'Authorization and tokens in shops, data in sync.',
      { pathNot: ['^lib/(shopee|sandbox|connect/shops|connect/sync|testing)/', TESTS] },
      { path: '^lib/shopee/' },
    ),
    error(
      'middleware-never-reaches-the-database',
      'It is a comfort that must stay cheap, and no security boundary.',
      { path: '^middleware\\.ts$' },
      { path: '^lib/core/db\\.ts$', reachable: true },
    ),
    error(
      'testing-is-for-tests',
      'Modules for tests never ship.',
      { pathNot: ['^(lib/testing|e2e)/', TESTS] },
      { path: '^lib/testing/' },
    ),
    error(
      'no-development-dependency-in-the-product',
      'It would be missing where only the product is installed.',
      { path: '^(app|components|lib)/|^middleware\\.ts$', pathNot: ['^lib/testing/', TESTS] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    ),
    error('nothing-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/generated/'] },
    exclude: { path: ['^\\.next/', '^next-env\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['react-server', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
