// Full form: starts programs, makes backups and restores them. Default: the unit tests of scripts/backup.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import { storedPath } from '@/lib/core/files/folder-store'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { OperatorHarness, until } from '@/lib/testing/harnesses/operator-harness'
import { exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { newId } from '@/lib/core/ids'
import { findWarning } from './watch.mjs'

// Tests that restore again and again take minutes.
const whole = isFullProfile ? test : null
const harness = new OperatorHarness(54_628)
const { folder, backups } = harness
const keys = join(folder, '..', `${newId()}-keys.json`)
let storedPlace = ''
let acknowledged = 0
let lost = 0

beforeAll(() =>
  harness.open(async (company) => {
    const file = await writeFile(company.organizationId, Readable.from([Buffer.from('um recibo')]), 1000)
    const kept = { kind: 'receipt' as const, name: 'recibo.pdf' }
    await withOrganization(company, (db) => recordFile(db, company.owner, file, kept))
    storedPlace = storedPath(file.place)
    // A sheet that was taken in: its file is gone, its row stays until it expires.
    const sheet = await writeFile(company.organizationId, Readable.from([Buffer.from('uma planilha')]), 1000)
    const expiresAt = new Date(Date.now() + 86_400_000)
    await withOrganization(company, (db) =>
      recordFile(db, company.owner, sheet, { kind: 'import', name: 'pedidos.xlsx', expiresAt }),
    )
    rmSync(storedPath(sheet.place))
  }),
)
afterAll(async () => {
  await harness.close()
  rmSync(keys, { force: true })
  const figures = [exactly('acknowledged rows that a restore to a later moment lacked', lost, 0)]
  reportFigures({ accepted: acknowledged, figures })
})

const ok = { status: 0 }
const dayOf = (name: string) => join(backups, name)
const warning = (isPublic: boolean) =>
  findWarning({ data: { folder, secrets: harness.secrets() }, port: harness.databasePort(), isPublic })

/** A product whose WAL is archived, and a moment after it that later products lie behind. */
async function addAndArchive(sku: string): Promise<Date> {
  await harness.addProduct(sku)
  acknowledged += 1
  const moment = new Date()
  await until(() => Date.now() > moment.getTime() + 1_500)
  return moment
}
async function archiveAll() {
  const [{ segment }] = (await harness.query('select pg_walfile_name(pg_switch_wal() - 1) as segment')) as [
    { segment: string },
  ]
  await until(() => harness.segments().some((name) => name.startsWith(segment)))
}
async function requireSkus(there: string[], gone: string[], data?: string) {
  const result = await harness.skus(data)
  lost += there.filter((sku) => !result.has(sku)).length
  expect([there.filter((sku) => !result.has(sku)), gone.filter((sku) => result.has(sku))]).toEqual([[], []])
}
const restoreTo = async (moment: Date) => {
  expect(await harness.stop()).toMatchObject(ok)
  expect(await harness.restore('--to', moment.toISOString())).toMatchObject(ok)
  expect(await harness.start()).toMatchObject(ok)
}

test('a public product without a backup says so, one on this computer does not; then all is in order', async () => {
  expect(await warning(true)).toMatch('there is no backup yet')
  expect(await warning(false)).toBeNull()
  expect(await harness.backup()).toMatchObject(ok)
  await harness.stop()
  await harness.start()
  expect(await warning(true)).toBeNull()
})

test('a backup of three days ago, and WAL that cannot be archived, are said', async () => {
  const name = harness.listBackups().at(-1)!
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '')
  renameSync(dayOf(name), dayOf(old))
  expect(await warning(true)).toMatch(`the newest backup is of ${old}`)
  renameSync(dayOf(old), dayOf(name))
  const archive = harness.archive()
  renameSync(archive, `${archive}.away`)
  await harness.query('create table warned (id int)')
  await harness.query('select pg_switch_wal()')
  let said: string | null = null
  for (let tries = 0; tries < 600 && !said; tries += 1) {
    await wait(100)
    said = await warning(true)
  }
  renameSync(`${archive}.away`, archive)
  expect(said).toMatch(/WAL file [0-9A-F]{24} cannot be archived/)
  await harness.query('drop table warned')
  while (await warning(true)) await wait(200)
})

whole?.('a drill holds though a sheet that was taken in is gone before its row', async () => {
  expect(await harness.restore('--drill')).toMatchObject({
    status: 0,
    said: expect.stringContaining('The drill holds'),
  })
})

whole?.('on another machine the file of keys is enough, after a change of a key too', async () => {
  const next = { AUDIT_CHAIN_KEY: Buffer.alloc(32, 8).toString('base64') }
  const changed = { ...next, PREVIOUS_AUDIT_CHAIN_KEYS: process.env.AUDIT_CHAIN_KEY! }
  const fresh = join(folder, 'elsewhere')
  mkdirSync(fresh, { mode: 0o711 })
  expect(await harness.run('scripts/db-backup.mjs', ['--keys', keys], changed)).toMatchObject(ok)
  expect(await harness.run('scripts/db-backup.mjs', [], changed)).toMatchObject(ok)
  const { status, said } = await harness.run('scripts/db-restore.mjs', ['--drill', '--keys', keys], {
    ...next,
    data: fresh,
  })
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('The drill holds') })
  rmSync(harness.newestBackup(), { recursive: true })
  rmSync(keys)
})

whole?.(
  'after a restore the WAL goes on: a moment after it can be restored, and one on the branch that was left cannot',
  async () => {
    const kept = await addAndArchive('KEPT')
    await addAndArchive('LEFT')
    await archiveAll()
    expect(await harness.backup()).toMatchObject(ok)
    const onTheOtherBranch = harness.listBackups().at(-1)!
    await restoreTo(kept)
    expect(readdirSync(backups)).toContain(`${onTheOtherBranch}.left`)
    await requireSkus(['FIRST', 'KEPT'], ['LEFT'])

    const after = await addAndArchive('AFTER')
    await addAndArchive('LAST')
    await archiveAll()
    await restoreTo(after)
    await requireSkus(['FIRST', 'KEPT', 'AFTER'], ['LEFT', 'LAST'])

    await addAndArchive('THIRD')
    await archiveAll()
    expect(await harness.stop()).toMatchObject(ok)
    expect(await harness.restore()).toMatchObject(ok)
    expect(await harness.start()).toMatchObject(ok)
    await requireSkus(['FIRST', 'KEPT', 'AFTER', 'THIRD'], ['LEFT', 'LAST'])
  },
)

test('the oldest backups go, with the WAL that only they needed and the copies that no backup names', async () => {
  const first = await addAndArchive('OLD')
  expect(await harness.backup('--keep', '2')).toMatchObject(ok)
  rmSync(storedPlace)
  const copies = () =>
    readdirSync(join(backups, 'files'), { recursive: true }).filter((name) => /-[0-9a-f]{64}$/.test(String(name)))
  for (const copy of copies()) utimesSync(join(backups, 'files', String(copy)), new Date(0), new Date(0))
  const named = join(dirname(storedPlace), newId())
  writeFileSync(named, 'uma foto')
  for (let made = 0; made < 2; made += 1) {
    await wait(1_100)
    await addAndArchive(`KEEP-${made}`)
    expect(await harness.backup('--keep', '2')).toMatchObject(ok)
    // The second one finds it gone, and no longer names it: the first one, which is kept, does.
    rmSync(named, { force: true })
  }
  expect(harness.listBackups()).toHaveLength(2)
  const oldest = JSON.parse(readFileSync(join(dayOf(harness.listBackups()[0]!), 'manifest.json'), 'utf8')) as {
    manifest: { startSegment: string }
  }
  const from = oldest.manifest.startSegment.slice(8)
  expect(harness.segments().filter((name) => name.slice(8, 24) < from)).toEqual([])
  expect(copies()).toEqual([expect.stringContaining(basename(named))])
  if (!isFullProfile) return
  expect(await harness.restore('--drill', '--to', first.toISOString())).toMatchObject({
    status: 2,
    said: expect.stringContaining('The earliest moment that can be restored is'),
  })
  expect(await harness.restore('--drill')).toMatchObject({
    status: 1,
    said: expect.stringContaining('is not among the copies'),
  })
})

whole?.(
  'on a machine without the keys nothing is restored; with their file all is, under its own passwords',
  async () => {
    expect(await harness.backup('--keys', keys)).toMatchObject(ok)
    expect(await harness.backup()).toMatchObject(ok)
    await addAndArchive('CARRIED')
    expect(await harness.stop()).toMatchObject(ok)
    const fresh = join(folder, 'fresh')
    mkdirSync(fresh, { mode: 0o711 })
    const there = (...args: string[]) => harness.run('scripts/db-restore.mjs', args, { data: fresh })
    expect(await there('--even-so')).toMatchObject({
      status: 2,
      said: expect.stringContaining('databaseAdminPassword'),
    })
    expect(existsSync(join(fresh, 'postgres'))).toBe(false)
    // The receipt's file is nowhere any more: said, and put in place all the same.
    expect(await there('--keys', keys)).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nothing was changed'),
    })
    expect(existsSync(join(fresh, 'postgres'))).toBe(false)
    expect(await there('--keys', keys, '--even-so')).toMatchObject({
      status: 1,
      said: expect.stringContaining('restored to'),
    })
    expect(await harness.start({ data: fresh })).toMatchObject(ok)
    try {
      expect(harness.secrets(fresh).databaseAdminPassword).toBe(harness.secrets().databaseAdminPassword)
      await requireSkus(['FIRST', 'KEPT', 'CARRIED'], ['LEFT'], fresh)
    } finally {
      await harness.stop({ data: fresh })
    }
  },
)
