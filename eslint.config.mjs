import next from 'eslint-config-next/core-web-vitals'
import typescript from 'eslint-config-next/typescript'
import mascate from './scripts/eslint-rules.mjs'
import { moneyPaths } from './scripts/money-paths.mjs'

const rawSql = {
  selector: 'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
  message: 'Text put together is no query: use $queryRaw`…` with parameters.',
}
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in lib/env.ts only.',
}
const waiting = {
  selector: "MemberExpression[property.name='waitForTimeout']",
  message: 'Wait for what should happen, not for time to pass.',
}
const html = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: 'HTML only behind the sanitizer.',
}
const names = {
  selector: ':matches(FunctionDeclaration, VariableDeclarator)[id.name=/^(handle|process|manage)[A-Z]/]',
  message: 'Name what it does.',
}
// Money is whole cents as bigint, rates are millionths: what becomes a float on the way loses cents.
const centsName = '/[cC]ents$/'
// Wherever a name says cents.
const floats = [
  {
    selector:
      "CallExpression[callee.name='parseFloat'], CallExpression[callee.object.name='Number'][callee.property.name='parseFloat']",
    message: 'No float in a money path: read amounts with parseMoney, rates with rateFromText.',
  },
  {
    selector: `BinaryExpression[operator='/']:matches([left.name=${centsName}], [left.property.name=${centsName}]) > Literal[raw=/^[0-9.e_]+$/].right`,
    message: 'No float in a money path: amounts are cents already.',
  },
  {
    selector: `BinaryExpression[operator=/^([-+*%]|\\*\\*|\\/)$/] > CallExpression[callee.name='Number'] > :matches(Identifier[name=${centsName}], MemberExpression[property.name=${centsName}])`,
    message: 'No float in a money path: reckon with bigint, and divide by divideHalfEven.',
  },
  {
    selector: `CallExpression[callee.object.name='Math'] :matches(Identifier[name=${centsName}], MemberExpression[property.name=${centsName}])`,
    message: 'No float in a money path: Math knows no cents.',
  },
  {
    selector: `CallExpression[callee.property.name='toFixed'][callee.object.name=${centsName}], CallExpression[callee.property.name='toFixed'][callee.object.property.name=${centsName}]`,
    message: 'No float in a money path: formatMoney writes cents.',
  },
]
// Where nothing else is multiplied by a hundred: in components it is a share of a width.
const fromReais = {
  selector: "BinaryExpression[operator='*'] > Literal[raw=/^1(0{2}|e2|_?0{3,})$/].right",
  message: 'No float in a money path: amounts are cents already.',
}

const everywhere = [rawSql, waiting, names]

const rawClient = {
  patterns: [
    {
      group: ['**/generated/prisma/client'],
      importNames: ['PrismaClient'],
      message: 'The raw client is made in lib/db.ts only: go through withOrganization.',
    },
  ],
}

const outward = 'What goes out goes through lib/outbound.ts, which knows its hosts and its limits.'
/** Types of theirs may be named; node:net is also what tells an address from a name. */
const network = ['http', 'https', 'http2', 'tls', 'dgram'].flatMap((name) => [name, `node:${name}`])
const outboundOnly = [
  ...[...network, 'undici'].map((name) => ({ name, message: outward, allowTypeImports: true })),
  ...['net', 'node:net'].map((name) => ({
    ...{ name, message: outward, allowTypeImports: true },
    importNames: ['default', 'connect', 'createConnection', 'Socket'],
  })),
]

const components = ['{app,components}/**/*.{ts,tsx}']
/** What React's compiler finds: its native form in oxlint needs a small part of the time. `config` and `gating` look at options that nobody sets. */
const heldByOxlint = [
  ...['config', 'error-boundaries', 'gating', 'globals', 'immutability', 'incompatible-library'],
  ...['preserve-manual-memoization', 'purity', 'refs', 'set-state-in-effect', 'set-state-in-render'],
  ...['static-components', 'unsupported-syntax', 'use-memo'],
]

// The rules that need types, and those of React's compiler, are oxlint's: .oxlintrc.json.
export default [
  { ignores: ['.next/**', '.next-*/**', '.data/**', 'lib/generated/**', 'next-env.d.ts', 'test-results/**'] },
  // No component or hook stands elsewhere.
  ...next.map((config) => (config.rules ? { ...config, files: components } : config)),
  ...typescript,
  { files: components, rules: Object.fromEntries(heldByOxlint.map((name) => [`react-hooks/${name}`, 'off'])) },
  {
    plugins: { mascate },
    rules: {
      'mascate/kebab-case-files': 'error',
      'max-lines': ['error', { max: 300 }],
      'import/no-anonymous-default-export': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...everywhere, environment, html],
      'no-restricted-imports': ['error', rawClient],
    },
  },
  {
    files: ['{lib,components,app}/**/*.{ts,tsx}'],
    // The simulated marketplace speaks in reais, as the real one does.
    ignores: ['**/*.test.{ts,tsx}', 'lib/shopee-sandbox/**'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, environment, html, ...floats] },
  },
  {
    files: ['{lib,app}/**/*.{ts,tsx}', 'middleware.ts', 'instrumentation.ts'],
    ignores: [
      '**/*.test.{ts,tsx}',
      'lib/outbound.ts',
      'lib/outbound-stream.ts',
      // A page's, in the browser.
      'lib/functions/client.ts',
      'lib/testing/**',
      'lib/shopee-sandbox/**',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: outboundOnly }],
      'no-restricted-globals': ['error', { name: 'fetch', message: outward }],
    },
  },
  {
    files: moneyPaths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`)),
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, environment, html, ...floats, fromReais] },
  },
  { files: ['{app,components}/**/*.tsx'], ignores: ['**/*.test.tsx'], rules: { 'mascate/no-literal-text': 'error' } },
  { files: ['app/**/page.tsx'], rules: { 'max-lines': ['error', { max: 40 }] } },
  { files: ['**/actions.ts'], rules: { 'mascate/only-wrapped-actions': 'error' } },
  {
    // Where HTML is made by us (the theme's script) or has passed the sanitizer on the server.
    files: ['components/shell/boot-script.tsx', 'components/ui/sanitized-html.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, environment] },
  },
  {
    files: [
      'lib/env.ts',
      'lib/shopee-sandbox/settings.ts',
      'instrumentation.ts',
      '*.config.{ts,mjs}',
      'lib/testing/**',
      'e2e/**',
      'prisma/seed.ts',
      '**/*.test.{ts,tsx}',
    ],
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    files: ['lib/db.ts', 'lib/testing/**', 'prisma/demo/as-worker.ts', '**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // Playwright's fixtures are functions with a first parameter that may be empty.
    files: ['e2e/**'],
    rules: { 'no-empty-pattern': 'off' },
  },
]
