import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runStep } from './steps.mjs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

async function findChromium() {
  const known = PLACES.find((place) => place && existsSync(place))
  if (known) return known
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** The path of a Chromium, installed through apt-get where that needs no questions. */
export async function ensureChromium() {
  const known = await findChromium()
  if (known) return known
  const isRoot = process.getuid?.() === 0
  if (succeeds('apt-get', ['--version']) && (isRoot || succeeds('sudo', ['-n', 'true']))) {
    const aptGet = (...args) => (isRoot ? ['apt-get', args] : ['sudo', ['-n', 'apt-get', ...args]])
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runStep('looking up system packages', ...aptGet('update'), { env })
    await runStep('installing Chromium', ...aptGet('install', '-y', '--no-install-recommends', 'chromium'), { env })
    const installed = await findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The end-to-end tests need Chromium, and it cannot be installed from here. Install it ("apt-get install chromium" as root, ' +
      '"brew install --cask chromium", or "npx playwright install chromium"), or name one with CHROMIUM_PATH, and run again.',
  )
}
