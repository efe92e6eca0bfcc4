import { existsSync } from 'node:fs'
import { installPackage } from './system-packages.mjs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

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
  const installed = (await installPackage('chromium')) && (await findChromium())
  if (installed) return installed
  throw new Error(
    'The end-to-end tests need Chromium, and it cannot be installed from here. Install it ("apt-get install chromium" as root, ' +
      '"brew install --cask chromium", or "npx playwright install chromium"), or name one with CHROMIUM_PATH, and run again.',
  )
}
