import { defineConfig } from '@playwright/test'
import { resolve } from 'node:path'
import { driveSettings } from './e2e/fixtures/drive'
import { geminiSettings } from './e2e/fixtures/gemini'
import { googleSettings } from './e2e/fixtures/google'
import { mailSettings } from './e2e/fixtures/mail'
import { manusSettings } from './e2e/fixtures/manus'
import { isFullProfile } from './lib/testing/tell-figures'

const port = process.env.E2E_PORT ?? '3210'
const baseURL = `http://localhost:${port}`
const data = resolve('.data/e2e')
// What the web process and the worker write, for the test that looks for secrets in it.
const log = resolve('.data/e2e.log')

const retries = Number(process.env.E2E_RETRIES ?? 0)

// What the developer's own installation is set to must not reach the tests.
const ownSettings = Object.fromEntries(
  [
    'NEXTAUTH_URL',
    'APP_URL',
    'NEXTAUTH_SECRET',
    'ENCRYPTION_KEY',
    'AUDIT_SEAL_KEY',
    'BLIND_INDEX_KEY',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_WORKER_URL',
    'DATABASE_SANDBOX_URL',
    'MASCATE_DATABASE_PORT',
    'SHOPEE_PARTNER_ID',
    'SHOPEE_PARTNER_KEY',
    'SHOPEE_API_URL',
    'SHOPEE_AUTH_URL',
    'SHOPEE_PUSH_URL',
    'SHOPEE_SANDBOX',
    'SMTP_URL',
    'GEMINI_API_KEY',
    'MANUS_API_KEY',
  ].map((name) => [name, '']),
)

// The built product with a data folder of its own, made anew by each run.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/fixtures/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A test that needed another try passes, and the closing lines name it.
  retries,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Tracing slows every step down; where a failure is tried again, that is when it is written.
    trace: retries > 0 ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    },
  },
  // What is seen in different looks at each size, or where no browser is involved, is tagged with its one size. A long flow is walked
  // at the size of its tag `-in-short`, and at both in the full profile.
  projects: [
    {
      name: 'desktop',
      grepInvert: isFullProfile ? /@phone(?!-in-short)/ : /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: isFullProfile ? /@desktop(?!-in-short)/ : /@desktop/,
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
