import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const hasBouncer = spawnSync('pgbouncer', ['--version']).status === 0

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.end())
  })

/** PgBouncer in transaction mode before a database, with so many connections for all: answers the address that leads through it. */
export async function openBouncer(
  direct: string,
  connections = 2,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(direct)
  const listens = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'mascate-bouncer-'))
  await chmod(folder, 0o755)
  const settings = `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
server_login_retry = 1
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 })
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const bouncer = spawn('pgbouncer', [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  while (!(await answers(listens))) await wait(50)
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${listens}${pathname}`,
    close: async () => {
      bouncer.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
