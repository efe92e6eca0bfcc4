// The machine in front: HAProxy before the web machines and before the database node that takes writes, and PgBouncer.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REST } from './database-nodes.mjs'

export const WEB_PORT = 3000
export const PRIMARY_PORT = 5000
export const REPLICA_PORT = 5001
export const POOLED_PORT = 6432

const server = (port, check) => (machine) => `  server ${machine.name} ${machine.address}:${port} check${check}`

export const haproxySettings = ({ webs, nodes, certificate }) => `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout check 2s
  timeout client 60m
  timeout server 60m

# Browsers. A machine that is not ready gets no requests; a request that reached none is sent to the other.
frontend browsers
  mode http
  bind :443 ssl crt ${certificate}
  timeout client 120s
  option forwardfor
  http-request set-header X-Forwarded-Proto https
  # No machine is ready when the database is away: then their own page in words is better than none.
  use_backend unready if { nbsrv(webs) eq 0 }
  default_backend webs
backend webs
  mode http
  balance leastconn
  timeout server 120s
  option httpchk GET /api/health
  option redispatch
  retries 3
  default-server inter 1s fall 2 rise 1
${webs.map(server(WEB_PORT, '')).join('\n')}
backend unready
  mode http
  balance roundrobin
  timeout server 120s
  option redispatch
  retries 3
${webs.map((machine) => `  server ${machine.name} ${machine.address}:${WEB_PORT}`).join('\n')}

# The node that takes writes, as Patroni says it. Connections to one that lost that role are closed.
listen primary
  mode tcp
  bind :${PRIMARY_PORT}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(server(5432, ` port ${REST}`)).join('\n')}

# The others, for reads that may be a second old.
listen replicas
  mode tcp
  bind :${REPLICA_PORT}
  balance leastconn
  option httpchk OPTIONS /replica
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(server(5432, ` port ${REST}`)).join('\n')}
`

export const bouncerSettings = ({ address, database, users }) => `[databases]
${database} = host=127.0.0.1 port=${PRIMARY_PORT}
[pgbouncer]
listen_addr = ${address}
listen_port = ${POOLED_PORT}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 4
query_wait_timeout = 5
`

/** The certificate that the browsers of this cluster know. */
export function makeCertificate(folder, address) {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')]
  const subject = ['-subj', `/CN=${address}`, '-addext', `subjectAltName=IP:${address}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate, ...subject], { stdio: 'pipe' })
  const both = join(folder, 'tls.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 })
  return { certificate, both }
}

export function startProxies(proxy, { folder, webs, nodes, certificate, database, appPassword }) {
  const own = join(folder, proxy.name)
  mkdirSync(own)
  chmodSync(own, 0o755)
  writeFileSync(join(own, 'haproxy.cfg'), haproxySettings({ webs, nodes, certificate }))
  const users = join(own, 'userlist.txt')
  writeFileSync(users, `"mascate_app" "${appPassword}"\n`)
  writeFileSync(join(own, 'pgbouncer.ini'), bouncerSettings({ address: proxy.address, database, users }))
  proxy.start('haproxy', ['haproxy', '-db', '-f', join(own, 'haproxy.cfg')])
  proxy.start('pgbouncer', ['pgbouncer', join(own, 'pgbouncer.ini')], { user: 'postgres' })
}
