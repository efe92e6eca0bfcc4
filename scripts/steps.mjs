import { spawn } from 'node:child_process'
import { root } from './data-folder.mjs'

const startedAt = Date.now()
const TICK_MS = 30_000
// Spelled out and in one word: Next hands its own options on to its workers by parsing them.
export const EXIT_WITH_PARENT = `--require=${root}/scripts/exit-with-parent.cjs`

export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`

export const say = (text) => console.log(`[${seconds(startedAt).padStart(7)}] ${text}`)

/** Runs a program, keeps what it prints, and tells that it is still at work. Rejects with its output when it fails. */
export async function runStep(name, command, args, { env, quiet = false, cwd = root } = {}) {
  const since = Date.now()
  if (!quiet) say(`${name} …`)
  const ticks = setInterval(() => say(`${name} … still at work after ${seconds(since)}`), TICK_MS)
  try {
    return await collect(command, args, {
      cwd,
      env: { ...process.env, ...env, MASCATE_SUPERVISOR: String(process.pid) },
    })
  } catch (error) {
    throw new StepFailed(name, error.output ?? error.message)
  } finally {
    clearInterval(ticks)
  }
}

export class StepFailed extends Error {
  constructor(name, output) {
    super(`${name} failed:\n${output}`)
    this.output = output
  }
}

const running = new Set()

export function endRunningSteps() {
  for (const child of running) child.kill('SIGTERM')
}

function collect(command, args, options) {
  return new Promise((done, fail) => {
    const isNode = command === process.execPath
    const child = spawn(command, isNode ? [EXIT_WITH_PARENT, ...args] : args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe', ...(isNode ? ['ipc'] : [])],
      shell: process.platform === 'win32',
    })
    running.add(child)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', fail)
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0) return done(output)
      fail(
        Object.assign(new Error(`${command} ended with ${signal ?? code}`), { output: output || `${signal ?? code}` }),
      )
    })
  })
}
