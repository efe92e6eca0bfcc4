import type { HttpBindings } from '@hono/node-server'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock'
import { inTransaction, type Database } from './database'
import type { FaultDrawer } from './faults'
import type { CallLimiter } from './call-limiter'
import { loadSettings, saveSettings, type PlatformSettings } from './platform-settings'

export type ServerEnvironment = { Bindings: HttpBindings }

/** The state of a running sandbox; made once in server.ts. */
export class Platform {
  /** Where browsers find the pictures that answers name; known once the server listens. */
  pictureUrl = ''

  constructor(
    readonly pool: pg.Pool,
    readonly log: Logger,
    readonly clock: Clock,
    readonly partnerId: bigint,
    readonly faults: FaultDrawer,
    readonly limiter: CallLimiter,
    private current: PlatformSettings,
  ) {}

  get settings(): PlatformSettings {
    return this.current
  }

  transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, work)
  }

  async changeSettings(changes: unknown): Promise<PlatformSettings> {
    this.current = await this.transaction((db) => saveSettings(db, changes))
    this.clock.setOffset(this.current.clockOffsetSeconds)
    return this.current
  }

  async reload(): Promise<void> {
    this.current = await loadSettings(this.pool)
    this.clock.setOffset(this.current.clockOffsetSeconds)
    await this.faults.reload(this.pool)
  }
}
