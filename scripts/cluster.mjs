// The product on several machines, which are network namespaces of this one: npm run cluster [-- up | failover --rounds N]
// Everything runs in namespaces of its own, of processes, mounts and network: the kernel ends all of it with this process, however that ends.
import './check-installed.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { buildProduct, generateClient } from './prepare.mjs'

const NEEDED = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  ip: 'iproute2',
  unshare: 'util-linux',
  openssl: 'openssl',
}
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres'
const WATCH_EVERY_MS = 500

function requireTools() {
  if (process.getuid?.() !== 0) throw new Error('Network namespaces are made by root: run it as root.')
  const isThere = (program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
  const missing = Object.entries(NEEDED).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (!existsSync(POSTGRES)) missing.push('postgresql-15')
  if (missing.length > 0) throw new Error(`Not installed: apt-get install ${missing.join(' ')}`)
}

function run(args) {
  // The first process of the new namespace has to wait for orphans, as an init does.
  const init = 'node=$1; shift; "$node" "$@"; exit $?'
  const main = join(root, 'scripts/cluster/main.mjs')
  const program = ['sh', '-c', init, 'sh', process.execPath, main, ...args]
  const apart = ['unshare', '--net', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc', ...program]
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...apart], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  // Its standard input ends: it takes all down by itself, and ends.
  const stop = () => child.stdin.end()
  child.stdin.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), WATCH_EVERY_MS).unref()
  child.on('exit', (code) => process.exit(code ?? 1))
}

try {
  requireTools()
  await generateClient()
  await buildProduct()
  run(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
