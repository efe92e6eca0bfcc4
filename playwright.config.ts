import { defineConfig } from '@playwright/test'
import { resolve } from 'node:path'
import { driveSettings } from './e2e/fixtures/drive'
import { geminiSettings } from './e2e/fixtures/gemini'
import { googleSettings } from './e2e/fixtures/google'
import { mailSettings } from './e2e/fixtures/mail'
import { manusSettings } from './e2e/fixtures/manus'
import { launchOptions } from './e2e/fixtures/launch'
import { isFullProfile } from './lib/testing/harnesses/report-figures'

const port = process.env.E2E_PORT ?? '3210'
const baseURL = `http://localhost:${port}`
const data = resolve('.data/e2e')
// The output of the web process and the worker, for the test that looks for secrets in it.
const log = resolve('.data/e2e.log')

// The settings of the developer's own installation must not reach the tests.
const ownSettings = Object.fromEntries(
  [
    'NEXTAUTH_URL',
    'APP_URL',
    'NEXTAUTH_SECRET',
    'ENCRYPTION_KEY',
    'AUDIT_CHAIN_KEY',
    'BLIND_INDEX_KEY',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_WORKER_URL',
    'DATABASE_SANDBOX_URL',
    'MASCATE_DATABASE_PORT',
    'SHOPEE_PARTNER_ID',
    'SHOPEE_PARTNER_KEY',
    'SHOPEE_PUSH_PARTNER_KEY',
    'SHOPEE_API_URL',
    'SHOPEE_AUTH_URL',
    'SHOPEE_PUSH_URL',
    'SHOPEE_SANDBOX',
    'SMTP_URL',
    'GEMINI_API_KEY',
    'MANUS_API_KEY',
  ].map((name) => [name, '']),
)

// The built product with a data folder of its own, created by each run.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/fixtures/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // Nothing is tried a second time: what passes only then has failed.
  retries: 0,
  // Limits that end what hangs, also on a machine that is several times slower: a test that runs costs nothing by them.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    baseURL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A step that cannot go on fails by itself, before the test's own timeout.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Tracing slows every step down. To look into a failure: E2E_TRACE=on node scripts/test.mjs e2e e2e/orders.spec.ts
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    // Cookies, storage and pages are cleared between tests; the scripts that the browser has loaded and compiled stay, as they do for people.
    reuseContext: !isFullProfile,
    launchOptions,
  },
  // In the default form each test runs at one size, the desk's unless its tag says the phone's, and what is tagged `@full` not at
  // all. In the full one all of them run, and at both sizes where the tag does not name the only one: `@phone-in-short` and
  // `@desktop-in-short` name the size of the default form alone.
  projects: [
    {
      name: 'desktop',
      grepInvert: isFullProfile ? /@phone(?!-in-short)/ : /@phone|@full/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: isFullProfile ? /./ : /@phone/,
      grepInvert: isFullProfile ? /@desktop(?!-in-short)/ : /@full/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `mkdir -p .data && exec node e2e/fixtures/fresh-product.mjs > ${JSON.stringify(log)}`,
    url: `${baseURL}/api/health`,
    env: {
      ...ownSettings,
      ...googleSettings,
      ...driveSettings,
      ...geminiSettings,
      ...mailSettings,
      ...manusSettings,
      MASCATE_DATA: data,
      PORT: port,
      SHOPEE_SANDBOX_PORT: String(Number(port) + 70),
      // The tests fill the shops that they make.
      SHOPEE_SANDBOX_DEMO_ORDERS: '0',
      NODE_OPTIONS: '',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 600_000,
  },
})
