import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../scripts/migrations.mjs'
import { testDatabaseName, withOwner } from '@/lib/testing/harnesses/database'
import { addMigration, rowsOf, urlOf } from '@/lib/testing/harnesses/migrating'

const database = `${testDatabaseName()}_before`
const asOwner = (sql: string) => withOwner((owner) => owner.query(sql), 'mascate')

test('a database that was made before the baseline is left as it is, and what to do is said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mascate-before-'))
  await asOwner(`create database ${database}`)
  try {
    await addMigration(folder, '20261121000000_init', 'create table organization as select 1 as n;')
    expect(await migrate(urlOf(database), folder)).toBe(1)
    await rm(join(folder, '20261121000000_init'), { recursive: true })
    await addMigration(folder, '0_baseline', 'create table organization (n int); create table more (n int);')
    await addMigration(folder, '20261129000000_later', 'drop table organization;')
    await expect(migrate(urlOf(database), folder)).rejects.toThrow(
      /^This database was made by a version before 0_baseline[^]*Download everything[^]*MASCATE_DATA[^]*docs\/operations\.md/,
    )
    expect(await rowsOf(database)).toEqual([{ name: '20261121000000_init', finished: true }])
    const left = await withOwner((owner) => owner.query('select * from organization'), database)
    expect(left.rows).toEqual([{ n: 1 }])
  } finally {
    await asOwner(`drop database if exists ${database} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
})
