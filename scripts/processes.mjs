import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// A process id is given again after its owner is gone, so an id alone proves nothing.
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    try {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
    } catch {
      return ''
    }
  }
}

export async function waitForEnd(pid, timeoutMs) {
  const until = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > until) return false
    await sleep(25)
  }
  return true
}

const canListen = (port, host) =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(null))
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address()
      server.close(() => done(taken))
    })
  })

export async function freePort(wanted, host = '127.0.0.1') {
  for (let port = wanted; port < Math.min(wanted + 20, 65_536); port++) if (await canListen(port, host)) return port
  return canListen(0, host)
}
