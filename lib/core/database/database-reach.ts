import 'server-only'
import pg from 'pg'
import { isUnreachable } from './database-errors'
import { logger } from '../logging/logger'

// Together they stay below the 6 s in which each caller gets an answer: a statement without a response for so long
// makes doubt, and a probe without a response for so long is the proof.
const SILENT_MS = 2000
const PROBE_MS = 2000
const CONNECT_MS = 4000
const AGAIN_MS = 250
// A connection costs more to open than most statements: it stays for the pages that follow, and a dead one is noticed by the probes of TCP
// (one after this time, then one a second, ten in all).
const IDLE_MS = 300_000
const KEEP_ALIVE_MS = 10_000

class DatabaseAway extends Error {
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('The database does not answer')
  }
}

/** Whether a database answers, as this process knows it. */
class Reach {
  private isAway = false
  private askedAt = -Infinity
  private asking: Promise<boolean> | undefined

  constructor(private readonly connectionString: string) {}

  /** A call just after the database was found away fails at once; a later one probes again. */
  mayBeThere(): true | Promise<boolean> {
    if (!this.isAway) return true
    return performance.now() - this.askedAt < AGAIN_MS ? Promise.resolve(false) : this.answers()
  }

  /** Asked by a connection of its own. */
  answers(): Promise<boolean> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined))
    return this.asking
  }

  private async ask(): Promise<boolean> {
    const probe = new pg.Client({ connectionString: this.connectionString, connectionTimeoutMillis: PROBE_MS })
    probe.on('error', () => undefined)
    const error: unknown = await probe.connect().then(
      () => undefined,
      (failure: unknown) => failure,
    )
    probe.end().catch(() => undefined)
    const isAway = error !== undefined && isUnreachable(error)
    if (isAway !== this.isAway) logger().warn(isAway ? { err: error } : {}, isAway ? 'database away' : 'database back')
    this.isAway = isAway
    this.askedAt = performance.now()
    return !isAway
  }
}

const shared = globalThis as { mascateReaches?: Map<string, Reach>; mascatePools?: Set<pg.Pool> }

function reachOf(connectionString: string): Reach {
  const reaches = (shared.mascateReaches ??= new Map<string, Reach>())
  let reach = reaches.get(connectionString)
  if (!reach) reaches.set(connectionString, (reach = new Reach(connectionString)))
  return reach
}

type Socket = { setTimeout(ms: number): void; on(name: 'timeout', run: () => void): void; destroy(error: Error): void }
type WithSocket = { connection: { stream: Socket & { bytesRead: number } } }

/**
 * Connections that fail instead of waiting for a database that is away: new ones are refused while it is, and one in
 * use that stayed silent for a while is cut unless the database answers a probe. A long statement goes on; the server's
 * own limits end that. An idle connection in its pool is not probed.
 */
const clientOf = (reach: Reach, unused: WeakSet<pg.Client>) =>
  class ReachedClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: CONNECT_MS })
      // The user of a connection may not listen, and an error without a listener ends the process.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return new Promise((done, fail) => this.connect((error) => (error ? fail(error) : done(this))))
      const may = reach.mayBeThere()
      if (may === true) this.open(callback)
      else void may.then((isThere) => (isThere ? this.open(callback) : callback(new DatabaseAway())))
    }

    private open(callback: (error: Error) => void) {
      super.connect((error: Error) => {
        if (!error) this.watch()
        else if (isUnreachable(error)) void reach.answers()
        callback(error)
      })
    }

    private watch() {
      const { stream } = (this as unknown as WithSocket).connection
      const doubt = async () => {
        if (unused.has(this)) return stream.setTimeout(SILENT_MS)
        const bytesRead = stream.bytesRead
        const isThere = await reach.answers()
        if (isThere || stream.bytesRead !== bytesRead) stream.setTimeout(SILENT_MS)
        else stream.destroy(new DatabaseAway())
      }
      stream.on('timeout', () => void doubt())
      stream.setTimeout(SILENT_MS)
    }
  }

const pools = () => (shared.mascatePools ??= new Set())

/** The pools of this process that are open. */
export function listPools(): pg.Pool[] {
  for (const pool of pools()) if (pool.ended) pools().delete(pool)
  return [...pools()]
}

/** A pool whose callers learn within six seconds that the database is away, and at once when that is known. */
export function openPool(connectionString: string, max: number): pg.Pool {
  const reach = reachOf(connectionString)
  const unused = new WeakSet<pg.Client>()
  const config: pg.PoolConfig & { Client: typeof pg.Client } = {
    connectionString,
    max,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A command whose work is done ends without waiting for them.
    allowExitOnIdle: true,
    Client: clientOf(reach, unused),
  }
  const pool = new pg.Pool(config)
  pool.on('release', (_error, client) => void unused.add(client))
  pool.on('acquire', (client) => void unused.delete(client))
  pools().add(pool)
  // An idle connection that breaks is replaced by the next call.
  pool.on('error', () => undefined)
  // The queue's library wants to see that somebody listens to each; they do that themselves.
  pool.on('connect', () => undefined)
  return pool
}
