import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { timeSlowness } from './fixtures/slowness'
import { expect, testByHttp as test } from './fixtures/test'

const root = resolve(__dirname, '..')
const data = resolve(root, '.data/two-commands')
const unset = Object.fromEntries(
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
    'SHOPEE_PARTNER_ID',
    'SHOPEE_PARTNER_KEY',
    'SHOPEE_PUSH_PARTNER_KEY',
    'SHOPEE_SANDBOX',
    'NODE_OPTIONS',
    'NODE_ENV',
  ].map((name) => [name, '']),
)

const port = String(Number(process.env.E2E_PORT ?? '3210') + 60)
const secret = () => randomBytes(32).toString('base64')
/**
 * Behind a public address no demonstration company is made, which takes longer than all else: the product of these tests is started with
 * one by the same program (fixtures/fresh-product.mjs). In the full form here too.
 */
const settled: Record<string, string> = isFullProfile
  ? {}
  : {
      NEXTAUTH_URL: 'https://mascate.example.com',
      NEXTAUTH_SECRET: secret(),
      ENCRYPTION_KEY: secret(),
      AUDIT_CHAIN_KEY: secret(),
      BLIND_INDEX_KEY: secret(),
      SHOPEE_SANDBOX: '1',
    }

/** From a built product without data to one that serves with its demonstration company, on a quiet machine with two cores. */
const FIRST_START_SECONDS = 60

/** In tenths of a second: an end for a start that hangs. */
const SERVED_WITHIN = isFullProfile ? 6000 : 1200

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

function npmStart(settings = settled): Started {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      ...unset,
      MASCATE_DATA: data,
      PORT: port,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text, ended: new Promise((done) => child.on('exit', done)) }
}

async function served(started: Started): Promise<string> {
  for (let attempt = 0; attempt < SERVED_WITHIN; attempt++) {
    const address = /Mascate is at (https?:\S+)/.exec(started.output())?.[1]
    if (address) return address
    if (started.child.exitCode !== null) break
    await wait(100)
  }
  throw new Error(`npm start did not serve:\n${started.output()}`)
}

const answers = () =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    (answer) => answer.ok,
    () => false,
  )

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const databasePid = () =>
  (JSON.parse(readFileSync(`${data}/runtime.json`, 'utf8')) as { databasePid: number }).databasePid

test(
  'npm start serves, stops without a trace, starts again, and recovers from kill -9',
  { tag: '@desktop' },
  async ({}, info) => {
    if (isFullProfile) test.setTimeout(900_000)
    rmSync(data, { recursive: true, force: true })

    const slowBefore = isFullProfile ? await timeSlowness() : 1
    const begun = Date.now()
    const first = npmStart()
    const address = await served(first)
    if (isFullProfile) {
      const seconds = (Date.now() - begun) / 1000
      const slowness = (slowBefore + (await timeSlowness())) / 2
      const figure = `${seconds.toFixed(1)} s on a machine ${slowness.toFixed(2)} times as slow as a quiet one`
      info.annotations.push({ type: 'first start', description: figure })
      expect(seconds, figure).toBeLessThan(FIRST_START_SECONDS * slowness)
    }
    const demonstrated = isFullProfile ? first.output() : readFileSync(process.env.PRODUCT_LOG!, 'utf8')
    expect(demonstrated).toMatch(/Demonstration: \S+@\S+ \/ \S+/)
    expect(await answers()).toBe(true)

    const beside = npmStart()
    expect(await beside.ended).not.toBe(0)
    expect(beside.output()).toContain(address)

    const postgres = databasePid()
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(await answers()).toBe(false)
    expect(isAlive(postgres)).toBe(false)

    const since = Date.now()
    const second = npmStart()
    expect(await served(second)).toBe(address)
    info.annotations.push({ type: 'second start', description: `${Date.now() - since} ms` })
    expect(second.output()).not.toContain('demonstration company')

    // A third start in the full form only: scripts/lock.test.ts and the staged scenario of a killed database hold what is found after a kill.
    if (!isFullProfile) {
      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
      return rmSync(data, { recursive: true, force: true })
    }
    second.child.kill('SIGKILL')
    await second.ended
    await expect.poll(answers, { timeout: 15_000 }).toBe(false)
    const third = npmStart()
    expect(await served(third)).toBe(address)
    expect(await answers()).toBe(true)
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
    rmSync(data, { recursive: true, force: true })
  },
)

test('behind a public address npm start refuses secrets that it made up itself', { tag: '@desktop' }, async () => {
  const started = npmStart({
    NEXTAUTH_URL: 'https://mascate.example.com',
    MASCATE_DATA: resolve(root, '.data/refused'),
  })
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/public address.*NEXTAUTH_SECRET/s)
  rmSync(resolve(root, '.data/refused'), { recursive: true, force: true })
})
