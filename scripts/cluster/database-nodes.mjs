// Three machines with PostgreSQL, Patroni and etcd: one of them takes writes, one of the others has each commit before it counts.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser } from '../postgres.mjs'
import { archiveCommand, createStanza, makeRepository, writeBackupSettings } from './backup.mjs'

export const BIN = '/usr/lib/postgresql/15/bin'
export const REST = 8008
const READY_WITHIN_MS = 120_000
const EVERYBODY = '10.77.0.0/24'

/** Patroni keeps these in etcd for all nodes: docs/scale.md says why each differs from its default. */
const shared = (ttl) => ({
  ttl,
  // Two tries to reach etcd and one pause have to fit.
  loop_wait: Math.floor(ttl / 4),
  retry_timeout: Math.floor((ttl * 3) / 8),
  master_start_timeout: 0,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 120,
      shared_buffers: '128MB',
      wal_log_hints: 'on',
      wal_keep_size: '256MB',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      timezone: 'UTC',
      log_timezone: 'UTC',
      archive_mode: 'on',
      archive_timeout: '60s',
    },
  },
})

function patroni(node, nodes, { folder, passwords, ttl }) {
  const listed = nodes.map(({ address }) => `${address}:2379`).join(',')
  return {
    scope: 'mascate',
    name: node.name,
    restapi: { listen: `${node.address}:${REST}`, connect_address: `${node.address}:${REST}` },
    // Not etcd3: Patroni 3.0.2 overwrites the key of a living leader there (findings/patroni-etcd3-takes-the-lock-of-a-living-leader.sh).
    etcd: { hosts: listed },
    bootstrap: {
      dcs: shared(ttl),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${node.address}:5432`,
      connect_address: `${node.address}:5432`,
      data_dir: join(folder, node.name, 'postgres'),
      bin_dir: BIN,
      pgpass: join(folder, node.name, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
        rewind: { username: 'postgres', password: passwords.superuser },
      },
      parameters: {
        unix_socket_directories: join(folder, node.name),
        archive_command: archiveCommand(folder, node.name),
      },
      pg_hba: [
        'local all postgres peer',
        `host replication replicator ${EVERYBODY} scram-sha-256`,
        `host all all ${EVERYBODY} scram-sha-256`,
      ],
    },
  }
}

const etcd = (node, nodes, folder) => ({
  ETCD_NAME: node.name,
  ETCD_DATA_DIR: join(folder, node.name, 'etcd'),
  ETCD_LISTEN_PEER_URLS: `http://${node.address}:2380`,
  ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${node.address}:2380`,
  ETCD_LISTEN_CLIENT_URLS: `http://${node.address}:2379`,
  ETCD_ADVERTISE_CLIENT_URLS: `http://${node.address}:2379`,
  ETCD_INITIAL_CLUSTER: nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
  ETCD_INITIAL_CLUSTER_STATE: 'new',
  ETCD_INITIAL_CLUSTER_TOKEN: 'mascate',
  ETCD_ENABLE_V2: 'true',
  // A node that was cut off and comes back does not call an election that the others have no need of.
  ETCD_PRE_VOTE: 'true',
  // One computer of two cores that runs everything is late at times.
  ETCD_HEARTBEAT_INTERVAL: '250',
  ETCD_ELECTION_TIMEOUT: '2500',
})

/** Starts etcd and Patroni on each node; answers when one takes writes and the others follow it. */
export async function startDatabase(nodes, settings) {
  const { folder } = settings
  const { uid, gid } = databaseUser()
  makeRepository(folder)
  for (const node of nodes) {
    const own = join(folder, node.name)
    mkdirSync(own, { mode: 0o750 })
    const file = join(own, 'patroni.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(patroni(node, nodes, settings), null, 2), {
      mode: 0o600,
    })
    for (const path of [own, file]) chownSync(path, uid, gid)
    writeBackupSettings(folder, node.name)
    node.start('etcd', ['etcd'], { user: 'postgres', env: etcd(node, nodes, folder) })
    node.start('patroni', ['patroni', file], { user: 'postgres', env: { HOME: own } })
  }
  await untilWhole(nodes)
  createStanza(await findPrimary(nodes))
}

/** All nodes as Patroni sees them, by the first that answers. */
export async function readMembers(nodes) {
  for (const { address } of nodes)
    try {
      const answer = await fetch(`http://${address}:${REST}/cluster`, { signal: AbortSignal.timeout(2000) })
      if (answer.ok) return (await answer.json()).members
    } catch {
      // It is dead, cut off or late: the next one is asked.
    }
  return []
}

/** The node that takes writes; waits for one where Patroni is just choosing. */
export async function findPrimary(nodes, withinMs = READY_WITHIN_MS) {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(500)) {
    const leader = (await readMembers(nodes)).find(({ role }) => role === 'leader')
    if (leader) return nodes.find(({ name }) => name === leader.name)
  }
  throw new Error('No database node takes writes.')
}

/** One takes writes, all others follow it, and one of them holds each commit. */
export async function untilWhole(nodes, withinMs = READY_WITHIN_MS) {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(500)) {
    const members = await readMembers(nodes)
    const of = (role) =>
      members.filter((member) => member.role === role && ['running', 'streaming'].includes(member.state))
    if (of('leader').length === 1 && of('sync_standby').length === 1 && members.length === nodes.length)
      if (of('replica').length === nodes.length - 2 && members.every(({ lag = 0 }) => lag === 0)) return members
  }
  throw new Error(`The database nodes are not whole: ${JSON.stringify(await readMembers(nodes))}`)
}
