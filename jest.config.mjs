const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  },
]

const shared = {
  transform: { '^.+\\.m?[tj]sx?$': swc },
  // These packages are published as ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(next-intl|use-intl|intl-messageformat|icu-minify|@formatjs|jose|d3-[a-z-]+|internmap|@hono|@congminh1254|node-fetch|data-uri-to-buffer|fetch-blob|formdata-polyfill|react-markdown|(hast|mdast|unist|estree)-util-[a-z-]+|micromark[a-z-]*|remark-[a-z]+|unified|vfile(-message)?|devlop|html-url-attributes|bail|trough|is-plain-obj|trim-lines|property-information|(space|comma)-separated-tokens|decode-named-character-reference|character-entities|zwitch|longest-streak|ccount|escape-string-regexp|stringify-entities|character-entities-[a-z0-9]+|is-(alphabetical|alphanumerical|decimal|hexadecimal)|parse-entities)/)',
  ],
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
}
const alias = { '^@/(.*)$': '<rootDir>/$1' }

const server = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['react-server', 'node', 'node-addons'] },
}
const serverModules = {
  ...alias,
  // Its exports name no condition but "import".
  '^@congminh1254/shopee-sdk$': '<rootDir>/node_modules/@congminh1254/shopee-sdk/lib/sdk.js',
  '^next-intl/config$': '<rootDir>/lib/i18n/request.ts',
  '^next/navigation$': 'next/dist/client/components/navigation.react-server.js',
}
const environment = '<rootDir>/lib/testing/setup-environment.ts'
const consoleGuard = '<rootDir>/lib/testing/console-guard.ts'

export default {
  // A guarantee takes as long as it takes on a loaded machine; speed is measured elsewhere.
  testTimeout: 180_000,
  projects: [
    {
      ...shared,
      displayName: 'components',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/components/**/*.test.tsx'],
      moduleNameMapper: alias,
      setupFilesAfterEnv: [consoleGuard],
    },
    {
      ...server,
      displayName: 'unit',
      testMatch: ['<rootDir>/{app,components,lib,scripts,e2e/torture}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.integration\\.test\\.ts$'],
      moduleNameMapper: serverModules,
      setupFiles: [environment],
      setupFilesAfterEnv: [consoleGuard],
    },
    {
      ...server,
      displayName: 'integration',
      testMatch: ['<rootDir>/{app,lib,scripts}/**/*.integration.test.ts'],
      moduleNameMapper: {
        ...serverModules,
        '^next/headers$': '<rootDir>/lib/testing/next-headers.ts',
        '^next/cache$': '<rootDir>/lib/testing/next-cache.ts',
      },
      globalSetup: '<rootDir>/lib/testing/global-setup.mjs',
      setupFiles: [environment, '<rootDir>/lib/testing/setup-database.ts'],
      setupFilesAfterEnv: [consoleGuard, '<rootDir>/lib/testing/after-database.ts'],
    },
  ],
}
