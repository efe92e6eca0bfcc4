// Full form: starts programs, makes backups and restores them. Default: the unit tests of scripts/backup.
import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { storedPath } from '@/lib/core/files/folder-store'
import { recordFile, writeFile as writeStored } from '@/lib/core/files/store'
import type { TestOrganization } from '@/lib/testing/factories/factories'
import { OperatorHarness, until } from '@/lib/testing/harnesses/operator-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

type Written = { sku: string; from: number; until: number }

const DAY_MS = 86_400_000
const harness = new OperatorHarness(54_618)
const { folder, backups, backup, restore, chain, archive, segments, newestBackup } = harness
const run: OperatorHarness['run'] = (...args) => harness.run(...args)
const asAdministrator: OperatorHarness['query'] = (...args) => harness.query(...args)
let company: TestOrganization
let storedPlace: string

beforeAll(() =>
  harness.open(async (made) => {
    company = made
    const file = await writeStored(company.organizationId, Readable.from([Buffer.from('um recibo')]), 1000)
    const kept = { kind: 'receipt' as const, name: 'recibo.pdf' }
    await withOrganization(company, (db) => recordFile(db, company.owner, file, kept))
    storedPlace = storedPath(file.place)
  }),
)
afterAll(() => harness.close())

/** Writes products one after another until it is stopped; each is recorded with the moments around it. */
function writeOn() {
  const written: Written[] = []
  let goesOn = true
  const ended = (async () => {
    for (let n = 0; goesOn; n++) {
      const sku = `W${n}`
      const from = Date.now()
      await addStockedProduct(company, { sku, onHand: 1 })
      written.push({ sku, from, until: Date.now() })
      if (n % 10 === 0) await chain()
    }
  })()
  return {
    written,
    stop: async () => {
      goesOn = false
      await ended
    },
  }
}

test('before the first backup no WAL is kept, and a backup holds no key', async () => {
  await asAdministrator('select pg_switch_wal()')
  expect(readdirSync(folder)).not.toContain('backups')
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining('There is no whole backup') })
  const { status, said } = await backup('--keep', '2')
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('No backup holds the keys') })
  const manifest = readFileSync(join(newestBackup(), 'manifest.json'), 'utf8')
  for (const name of ['ENCRYPTION_KEY', 'AUDIT_CHAIN_KEY', 'BLIND_INDEX_KEY'])
    expect(manifest).not.toContain(process.env[name]!)
  expect(await backup('--keys', join(backups, 'keys.json'))).toMatchObject({ status: 2 })
})

/** Plants a fault in the running database, and removes it after `look`. */
async function planted<T>(look: () => Promise<T>): Promise<T> {
  const id = [company.organizationId]
  const addStock = 'update stock_level set on_hand = on_hand + $2 where organization_id = $1'
  const setEvent = 'update audit_event set event = $2 where organization_id = $1 and position = 1'
  const [entry] = await asAdministrator('select event from audit_event where organization_id = $1 and position = 1', id)
  await asAdministrator('alter table audit_event disable trigger user')
  await asAdministrator(addStock, [...id, 1])
  await asAdministrator(setEvent, [...id, 'product.archived'])
  try {
    return await look()
  } finally {
    await asAdministrator(addStock, [...id, -1])
    await asAdministrator(setEvent, [...id, entry!.event])
    await asAdministrator('alter table audit_event enable trigger user')
  }
}

test('a drill restores beside the running product, and finds a figure and an entry that were planted wrong', async () => {
  const { status, said } = await planted(() => restore('--drill'))
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('The drill FAILS') })
  expect(said).toMatch(/BROKEN .*one of them was edited or moved/)
  expect(said).toMatch(/is off by/)
  expect(readdirSync(folder).filter((name) => name.startsWith('drill'))).toEqual([])
})

// Tests with another restore take half a minute each.
const whole = isFullProfile ? test : null

whole?.('a restore cannot check what it cannot read; --even-so counts that as a fault, and goes on', async () => {
  // Known to the product alone, whose programs end by it.
  const drill = (...args: string[]) =>
    run('scripts/db-restore.mjs', ['--drill', ...args], { SHOPEE_PICTURE_HOSTS: 'nonsense' })
  const undone = expect.stringContaining('audit-log-ends did not come to its end (2). --even-so goes on')
  expect(await drill()).toEqual({ status: 2, said: undone })
  const { status, said } = await drill('--even-so')
  expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('The drill FAILS') })
  expect(said).toContain('db-verify did not come to its end (2)')
})

test('a damaged file of a backup is refused by its name, and so is a changed manifest', async () => {
  const name = 'database/global/pg_filenode.map'
  const file = join(newestBackup(), `${name}.gz`)
  const bytes = readFileSync(file)
  const damaged = Buffer.from(bytes)
  damaged[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(file, damaged)
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining(`damaged: ${name}`) })
  // Whole as a packed file, of the same length, and not what was packed.
  writeFileSync(file, gzipSync(gunzipSync(bytes).map((byte) => byte ^ 1)))
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining(`damaged: ${name}`) })
  rmSync(file)
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining(`${name} is missing`) })
  writeFileSync(file, bytes)

  const manifest = join(newestBackup(), 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replace(/"bytes":(\d)/, '"bytes":1$1'))
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining('manifest.json is damaged') })
  writeFileSync(manifest, text)
})

type Manifest = { files: { path: string; bytes: number; sha256: string }[]; folders: string[] }
const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes)

/**
 * Rewrites the newest backup's manifest with the right checksum; signed where the keys are at hand, which only we have.
 */
async function rewritten(
  change: (manifest: Manifest) => void,
  sign: (manifest: Manifest, before: string) => string | undefined,
  look: () => Promise<void>,
) {
  const file = join(newestBackup(), 'manifest.json')
  const text = readFileSync(file, 'utf8')
  const { manifest, signature } = JSON.parse(text) as { manifest: Manifest; signature: string }
  change(manifest)
  const signed = {
    sha256: digest(JSON.stringify(manifest)).digest('hex'),
    signature: sign(manifest, signature),
    manifest,
  }
  writeFileSync(file, JSON.stringify(signed))
  await look().finally(() => writeFileSync(file, text))
}
const rightly = (manifest: Manifest) => {
  const key = createHmac('sha256', Buffer.from(process.env.AUDIT_CHAIN_KEY!, 'base64')).update(
    'mascate backup manifest',
  )
  return createHmac('sha256', key.digest()).update(JSON.stringify(manifest)).digest('hex')
}
const unsigned = () => undefined
/** A file among the backup's, packed and summed up as it should be. */
function plant(manifest: Manifest, path: string, content: string) {
  const target = join(newestBackup(), `${path}.gz`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, gzipSync(content))
  manifest.files = manifest.files.filter((file) => file.path !== path)
  manifest.files.push({ path, bytes: Buffer.byteLength(content), sha256: digest(content).digest('hex') })
}

test('a manifest that was written by somebody without the keys is refused, and so is one that says nothing of who wrote it', async () => {
  const touch = (manifest: Manifest) => void manifest.folders.reverse()
  await rewritten(
    touch,
    (_, before) => before,
    async () =>
      expect(await restore('--drill', '--unsigned')).toEqual({
        status: 2,
        said: expect.stringContaining('wrong signature'),
      }),
  )
  await rewritten(touch, unsigned, async () =>
    expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining('has no signature') }),
  )
})

const escapes = ['../../escaped', 'database\\..\\escaped', '/escaped', 'database/../../escaped', 'database//escaped']
test.each(escapes.slice(0, isFullProfile ? undefined : 2))(
  'a backup that would write to %s is refused, with any signature',
  async (path) => {
    const paths = [
      (manifest: Manifest) => void manifest.files.push({ ...manifest.files[0]!, path }),
      (manifest: Manifest) => void manifest.folders.push(path),
    ]
    for (const change of paths)
      await rewritten(change, rightly, async () =>
        expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringContaining(`none of ours: ${path}`) }),
      )
  },
)

whole?.(
  'a backup without a signature is restored where that is asked for, and what it tells its server to run is not run',
  async () => {
    const obeyed = join(tmpdir(), `${newId()}-obeyed`)
    const own = join(newestBackup(), 'database/postgresql.auto.conf.gz')
    const before = readFileSync(own)
    const change = (manifest: Manifest) =>
      plant(manifest, 'database/postgresql.auto.conf', `recovery_end_command = 'touch ${obeyed}'\n`)
    await rewritten(change, unsigned, async () =>
      expect(await restore('--drill', '--unsigned')).toMatchObject({ status: 0 }),
    )
    writeFileSync(own, before)
    expect(existsSync(obeyed)).toBe(false)
  },
)

test('missing WAL is reported, with the moment up to which it goes; damaged WAL ends the recovery', async () => {
  const known = segments().length
  for (let n = 1; n <= 3; n++) {
    await addStockedProduct(company, { sku: `S${n}`, onHand: 1 })
    await asAdministrator('select pg_switch_wal()')
    await until(() => segments().length >= known + n)
  }
  const file = segments().at(-2)!
  const moved = join(folder, file)
  renameSync(join(archive(), file), moved)
  const { status, said } = await restore('--drill')
  expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(`${file.slice(0, 24)} is missing`) })
  expect(said).toMatch(/can be restored to moments up to \d{4}-/)
  const bytes = readFileSync(moved)
  bytes[Math.floor(bytes.length / 3)]! ^= 0xff
  writeFileSync(join(archive(), file), bytes)
  expect(await restore('--drill')).toEqual({ status: 2, said: expect.stringMatching(`${file} is damaged`) })
  rmSync(join(archive(), file))
  renameSync(moved, join(archive(), file))
})

test('a backup is not restored under other keys, nor over a server that runs, nor to a moment before it', async () => {
  for (const name of ['ENCRYPTION_KEY', 'BLIND_INDEX_KEY']) {
    const otherKey = { [name]: Buffer.alloc(32, 9).toString('base64') }
    const { status, said } = await run('scripts/db-restore.mjs', ['--drill'], otherKey)
    expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(`made under other keys: ${name}`) })
  }
  expect(await restore()).toEqual({ status: 2, said: expect.stringContaining('stop it first') })
  expect(await restore('--drill', '--to', '2020-01-01T00:00:00Z')).toEqual({
    status: 2,
    said: expect.stringContaining('The earliest moment that can be restored is'),
  })
  expect(await restore('--drill', '--to', new Date(Date.now() + DAY_MS).toISOString())).toEqual({
    status: 2,
    said: expect.stringContaining('The archived WAL goes to'),
  })
})

test('a backup taken while writes go on leads to a moment: all that was acknowledged before is there, nothing after', async () => {
  const writer = writeOn()
  expect(await backup('--keep', '2')).toMatchObject({ status: 0 })
  const known = writer.written.length
  await until(() => writer.written.length > known + 20)
  const moment = Date.now()
  await until(() => Date.now() > moment + 1_500)
  await writer.stop()
  rmSync(storedPlace)
  expect(await harness.stop()).toMatchObject({ status: 0 })

  const { status, said } = await restore('--to', new Date(moment).toISOString())
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('1 files brought back') })
  expect(await harness.start()).toMatchObject({ status: 0 })
  const skus = new Set((await asAdministrator('select sku from product')).map(({ sku }) => sku))
  const before = writer.written.filter(({ until: acknowledged }) => acknowledged < moment)
  const after = writer.written.filter(({ from }) => from > moment)
  expect([before.length, after.length].every((count) => count > 20)).toBe(true)
  expect(before.filter(({ sku }) => !skus.has(sku))).toEqual([])
  expect(after.filter(({ sku }) => skus.has(sku))).toEqual([])
  expect(readFileSync(storedPlace, 'utf8')).toBe('um recibo')
})

test('a PostgreSQL of the operator’s own is left to its own tools', async () => {
  const env = {
    DATABASE_URL: 'postgresql://mascate_app@db/mascate',
    DATABASE_OWNER_URL: 'postgresql://owner@db/mascate',
  }
  for (const script of ['scripts/db-backup.mjs', 'scripts/db-restore.mjs'])
    expect(await run(script, [], env)).toEqual({ status: 2, said: expect.stringMatching(/pg_dump[^]*BYPASSRLS/) })
})
