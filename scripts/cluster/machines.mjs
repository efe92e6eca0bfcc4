// Network namespaces as machines: each has an address of its own on one bridge, and no way to the network of the host.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const BRIDGE = 'cluster'
const NETWORK = '10.77.0'
/** The address of this program, which stands outside the cluster as a browser does. */
export const OUTSIDE = `${NETWORK}.1`
const ENDS_WITHIN_MS = 10_000

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

export function openNetwork() {
  // The names of the machines are seen by this program's own processes only.
  execFileSync('sh', ['-c', 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
}

export class Machine {
  /** The programs that are started again with the machine. */
  programs = new Map()

  constructor(name, number, folder) {
    this.name = name
    this.address = `${NETWORK}.${number}`
    this.folder = folder
    this.port = `v-${name}`
    ip('netns', 'add', name)
    ip('link', 'add', this.port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', this.port, 'master', BRIDGE, 'up')
    this.inside('ip', 'link', 'set', 'lo', 'up')
    this.inside('ip', 'addr', 'add', `${this.address}/24`, 'dev', 'eth0')
    this.inside('ip', 'link', 'set', 'eth0', 'up')
  }

  /** Runs a command here to its end and answers what it printed. */
  inside(...command) {
    return execFileSync('ip', ['netns', 'exec', this.name, ...command], { encoding: 'utf8', stdio: 'pipe' })
  }

  /** Starts a program here, as `user` where one is named; its output goes to the cluster's folder. */
  start(title, command, { env = {}, user, cwd = '/' } = {}) {
    this.programs.set(title, { command, env, user, cwd })
    const as = user ? ['setpriv', '--reuid', user, '--regid', user, '--init-groups'] : []
    const log = openSync(join(this.folder, `${this.name}-${title}.log`), 'a', 0o644)
    const child = spawn('ip', ['netns', 'exec', this.name, ...as, ...command], {
      cwd,
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.on('error', () => {})
    child.unref()
    this.programs.get(title).pid = child.pid
    return child
  }

  /** A program that was started here, again, as it was. */
  startAgain(title, change = {}) {
    const { command, env, user, cwd } = this.programs.get(title)
    return this.start(title, change.command ?? command, {
      env: { ...env, ...change.env },
      user,
      cwd: change.cwd ?? cwd,
    })
  }

  pids = () =>
    execFileSync('ip', ['netns', 'pids', this.name], { encoding: 'utf8' }).split('\n').filter(Boolean).map(Number)

  /** All that runs here is killed where it stands; the system tells the other side that its connections ended. */
  kill() {
    for (const pid of this.pids()) killQuietly(pid, 'SIGKILL')
  }

  /** The machine comes back with what ran on it. */
  revive() {
    for (const title of [...this.programs.keys()]) this.startAgain(title)
  }

  /** The cable is pulled: nothing arrives, and neither side is notified. */
  cut = () => ip('link', 'set', this.port, 'down')
  mend = () => ip('link', 'set', this.port, 'up')

  /** Asks one program to end and waits until it has. */
  async stop(title, signal = 'SIGTERM') {
    const { pid } = this.programs.get(title)
    killQuietly(pid, signal)
    for (const until = Date.now() + ENDS_WITHIN_MS; Date.now() < until;) {
      if (!isThere(pid)) return
      await new Promise((done) => setTimeout(done, 50))
    }
    killQuietly(pid, 'SIGKILL')
  }
}

const isThere = (pid) =>
  spawnSync('sh', ['-c', `grep -qv '^State:.*Z' /proc/${pid}/status && ! grep -q '^State:.*Z' /proc/${pid}/status`])
    .status === 0

function killQuietly(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
