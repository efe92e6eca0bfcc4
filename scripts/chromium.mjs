import { existsSync } from 'node:fs'
import { installPackage } from './system-packages.mjs'

// The same engine without a window around it: the tests take four fifths of the processor's time, so it comes before what is there.
const SHELL = 'chromium-headless-shell'
const SHELLS = [process.env.CHROMIUM_PATH, `/usr/bin/${SHELL}`]
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const find = (places) => places.find((place) => place && existsSync(place))

async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  return find([...BROWSERS, chromium.executablePath()])
}

/** Whether apt-get installed it. A distribution that does not have it is no failure: there may be another browser. */
const installs = (name) => installPackage(name).catch(() => false)

/** The path of a Chromium: the shell, installed through apt-get where that needs no questions, or else a whole one. */
export async function ensureChromium() {
  const browser =
    find(SHELLS) ||
    ((await installs(SHELL)) && find(SHELLS)) ||
    (await findBrowser()) ||
    ((await installs('chromium')) && (await findBrowser()))
  if (browser) return browser
  throw new Error(
    'The end-to-end tests need Chromium, and it cannot be installed from here. Install it ("apt-get install chromium" as root, ' +
      '"brew install --cask chromium", or "npx playwright install chromium"), or name one with CHROMIUM_PATH, and run again.',
  )
}
