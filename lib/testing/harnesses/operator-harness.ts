import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { closeDatabase } from '@/lib/core/db'
import { asWorker } from './database'
import { createTestOrganization, type TestOrganization } from '../factories/factories'
import { addStockedProduct } from '../factories/stocked-product'

type Runtime = Record<'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_WORKER_URL', string> & { databasePort: number }

/** An installation of its own, with its commands as an operator runs them. */
export class OperatorHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'mascate-backup-'))
  readonly backups = join(this.folder, 'backups')
  company!: TestOrganization
  private before: Partial<NodeJS.ProcessEnv> = {}

  constructor(private readonly port: number) {}

  /** `data` names another data folder. */
  run(script: string, args: string[] = [], { data = this.folder, ...more }: Record<string, string> = {}) {
    const { DATABASE_URL: _app, ...rest } = process.env
    const own = {
      MASCATE_DATA: data,
      MASCATE_BACKUPS: this.backups,
      MASCATE_BACKUP_RESERVE_MB: '16',
      MASCATE_DATABASE_PORT: String(this.port),
      NODE_OPTIONS: '',
    }
    return new Promise<{ status: number; said: string }>((done) => {
      const env = { ...rest, ...own, ...more } as NodeJS.ProcessEnv
      const child = execFile(process.execPath, [script, ...args], { env, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
        done({ status: child.exitCode ?? -1, said: stdout + stderr }),
      )
    })
  }

  backup = (...args: string[]) => this.run('scripts/db-backup.mjs', args)
  restore = (...args: string[]) => this.run('scripts/db-restore.mjs', args)
  start = (more: Record<string, string> = {}) => this.run('scripts/database.mjs', ['start'], more)
  async stop(more: Record<string, string> = {}) {
    // A connection that is cut off would hold the database for away when it is back.
    await closeDatabase()
    return this.run('scripts/database.mjs', ['stop'], more)
  }

  chain = () => asWorker(() => chainAuditLog(this.company.organizationId))
  secrets = (data = this.folder) =>
    JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as Record<string, string>
  databasePort = () => this.runtime(this.folder).databasePort
  private runtime = (data: string) => JSON.parse(readFileSync(join(data, 'runtime.json'), 'utf8')) as Runtime

  /** As the server's administrator, who sees and changes all rows. */
  async query(sql: string, parameters: unknown[] = [], data = this.folder) {
    const { databaseAdminPassword: password } = this.secrets(data)
    const { databasePort: port } = this.runtime(data)
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'mascate' })
    await client.connect()
    try {
      return (await client.query(sql, parameters)).rows as Record<string, string>[]
    } finally {
      await client.end()
    }
  }

  /** A migrated database with a company, a product in stock and a chained trail. `work` runs as the product does, on it. */
  async open(work: (company: TestOrganization) => Promise<void> = async () => {}): Promise<void> {
    await chmod(this.folder, 0o711)
    expect(await this.start()).toMatchObject({ status: 0 })
    await this.query('alter role mascate_owner set synchronous_commit = off')
    expect(await this.run('scripts/prisma.mjs', ['migrate', 'deploy'])).toMatchObject({ status: 0 })
    const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL } = this.runtime(this.folder)
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString: DATABASE_WORKER_URL })
    this.before = { ...process.env }
    const own = { TEST_DATABASE: JSON.stringify({ DATABASE_OWNER_URL }), TEST_DATABASE_NAME: 'mascate' }
    Object.assign(process.env, {
      ...own,
      DATABASE_URL,
      TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL,
      MASCATE_DATA: this.folder,
    })
    this.company = await createTestOrganization()
    await this.addProduct('FIRST', 5)
    await this.chain()
    await work(this.company)
    // The earlier environment comes back after each test.
    Object.assign(process.env, this.before, { TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL })
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  addProduct = (sku: string, onHand = 1) => addStockedProduct(this.company, { sku, onHand })
  skus = async (data?: string) => new Set((await this.query('select sku from product', [], data)).map(({ sku }) => sku))

  archive = () =>
    join(
      this.backups,
      readdirSync(this.backups).find((name) => name.startsWith('wal-'))!,
    )
  segments = () =>
    readdirSync(this.archive())
      .filter((name) => /^[0-9A-F]{24}-/.test(name))
      .sort()
  listBackups = () =>
    readdirSync(this.backups)
      .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
      .sort()
  newestBackup = () => join(this.backups, this.listBackups().at(-1)!)
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20)
}
