import { spawn } from 'node:child_process'
import { root } from './data-folder.mjs'
import { EXIT_WITH_PARENT, say } from './steps.mjs'

/** A process that has lived so long was able to run: what ended it is not what ended the one before. */
const STEADY_MS = 10_000
/** Before the product is ready, more than these in a row mean that it cannot start. */
const RESTARTS_OF_A_START = 5
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 30_000

/** How long a process that has ended so often in a row waits before it is started again: twice as long each time. */
export const restartDelay = (endings) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (endings - 1))

/**
 * Starts a program of the product and starts it again whenever it ends. Once the product is ready it is never given up: the others go on
 * meanwhile, and what keeps it from running (a full disk, a database away) may pass.
 */
export function keepRunning({ name, args, env, children, isStopping, isReady, stop }) {
  let endings = 0
  const run = () => {
    const startedAt = Date.now()
    const child = spawn(process.execPath, [EXIT_WITH_PARENT, ...args], {
      cwd: root,
      env: { ...env, MASCATE_SUPERVISOR: String(process.pid) },
      // Detached, or Ctrl-C would reach it before the supervisor says in which order to stop.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.set(name, child)
    const ended = (how) => {
      if (isStopping()) return
      endings = Date.now() - startedAt > STEADY_MS ? 1 : endings + 1
      if (!isReady() && endings > RESTARTS_OF_A_START) {
        console.error(`${name} keeps ending: stopping.`)
        return void stop(1)
      }
      const delay = restartDelay(endings)
      say(`${name} ended with ${how}: starting it again in ${delay / 1000} s`)
      setTimeout(() => isStopping() || run(), delay)
    }
    child.on('exit', (code, signal) => ended(signal ?? code))
    // It could not be started at all: no memory, or no process left.
    child.on('error', (error) => child.pid === undefined && ended(error.code))
  }
  run()
}
