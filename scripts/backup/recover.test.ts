import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('what is being unpacked is nobody’s but of who restores: the database’s user can put no link where root will write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recover-'))
  const draft = join(folder, 'draft')
  mkdirSync(draft)
  for (const entered of [folder, draft]) chmodSync(entered, 0o711)
  const manifest = {
    ...{ name: '20261123T120000Z', finishedAt: '2026-11-23T12:00:00.000Z', folders: ['base', 'base/1'] },
    files: [{ path: 'database/base/1/1', bytes: 1, sha256: '' }],
  }
  const asked = {
    ...{ backups: folder, manifest, archive: join(folder, 'wal'), to: null, own: join(folder, 'own') },
    draft: { folder: draft, secrets: { instance: 'recover' } },
  }
  const program = `
    import { recover } from './scripts/backup/recover.mjs'
    await recover(${JSON.stringify(asked)})`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, MASCATE_BACKUP_RESERVE_MB: '1' },
    encoding: 'utf8',
  })
  // Cut off where its first file is missing, it shows whose all is meanwhile.
  expect(stderr).toContain('The backup is not whole: database/base/1/1 is missing.')
  const place = join(draft, 'postgres')
  const [mine, closed] = [process.getuid!(), 0o40700]
  for (const path of [place, join(place, 'base'), join(place, 'base/1')])
    expect([path, statSync(path).uid, statSync(path).mode]).toEqual([path, mine, closed])
  rmSync(folder, { recursive: true })
})
