import next from 'eslint-config-next/core-web-vitals'
import typescript from 'eslint-config-next/typescript'
import mascate from './scripts/eslint-rules.mjs'

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

export default [
  { ignores: ['.next/**', '.next-*/**', '.data/**', 'lib/generated/**', 'next-env.d.ts', 'test-results/**'] },
  ...next,
  ...typescript,
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
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...everywhere, environment, html],
      'no-restricted-imports': ['error', rawClient],
    },
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
    files: ['lib/db.ts', 'lib/testing/**', '**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // Playwright's fixtures are functions with a first parameter that may be empty and a `use` that is no React hook.
    files: ['e2e/**'],
    rules: { 'no-empty-pattern': 'off', 'react-hooks/rules-of-hooks': 'off' },
  },
]
