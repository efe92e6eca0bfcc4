// Three machines with PostgreSQL, Patroni and etcd: one of them takes writes, one of the others has each commit before it counts.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser } from '../postgres.mjs'

const BIN = '/usr/lib/postgresql/15/bin'
export const REST = 8008
const READY_WITHIN_MS = 120_000
const EVERYBODY = '10.77.0.0/24'

/** Patroni keeps these in etcd for all nodes: docs/scale.md says why each differs from its default. */
const shared = (archive) => ({
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
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
      ...archive,
    },
  },
})

function patroni(node, nodes, { folder, passwords, archive }) {
  const listed = nodes.map(({ address }) => `${address}:2379`).join(',')
  return {
    scope: 'mascate',
    name: node.name,
    restapi: { listen: `${node.address}:${REST}`, connect_address: `${node.address}:${REST}` },
    etcd3: { hosts: listed },
    bootstrap: {
      dcs: shared(archive),
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
      parameters: { unix_socket_directories: join(folder, node.name) },
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
  // One computer of two cores that runs everything is late at times.
  ETCD_HEARTBEAT_INTERVAL: '250',
  ETCD_ELECTION_TIMEOUT: '2500',
})

/** Starts etcd and Patroni on each node; answers when one takes writes and the others follow it. */
export async function startDatabase(nodes, { folder, passwords, archive = {} }) {
  const { uid, gid } = databaseUser()
  for (const node of nodes) {
    const own = join(folder, node.name)
    mkdirSync(own, { mode: 0o750 })
    const settings = join(own, 'patroni.yml')
    // JSON is YAML.
    writeFileSync(settings, JSON.stringify(patroni(node, nodes, { folder, passwords, archive }), null, 2), {
      mode: 0o600,
    })
    for (const path of [own, settings]) chownSync(path, uid, gid)
    node.start('etcd', ['etcd'], { user: 'postgres', env: etcd(node, nodes, folder) })
    node.start('patroni', ['patroni', settings], { user: 'postgres', env: { HOME: own } })
  }
  await untilWhole(nodes)
}

/** All nodes as Patroni sees them, by the first that answers. */
export async function readMembers(nodes) {
  for (const { address } of nodes) {
    const answer = await fetch(`http://${address}:${REST}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
      () => null,
    )
    if (answer?.ok) return (await answer.json()).members
  }
  return []
}

export async function findPrimary(nodes) {
  const leader = (await readMembers(nodes)).find(({ role }) => role === 'leader')
  return nodes.find(({ name }) => name === leader?.name)
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
