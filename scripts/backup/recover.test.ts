import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onlyWhere } from '@/lib/testing/harnesses/left-out'

type Restored = { folder: string; draft: string; said: string }

/** The error of `recover` for a backup with these files, which it rejects. */
function recovered(files: object[], prepare: (folder: string) => void, look: (restored: Restored) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'recover-'))
  const draft = join(folder, 'draft')
  mkdirSync(draft)
  for (const entered of [folder, draft]) chmodSync(entered, 0o711)
  prepare(folder)
  const manifest = {
    name: '20261123T120000Z',
    finishedAt: '2026-11-23T12:00:00.000Z',
    folders: ['base', 'base/1'],
    files,
  }
  const options = {
    backups: folder,
    manifest,
    archive: join(folder, 'wal'),
    to: null,
    own: join(folder, 'own'),
    draft: { folder: draft, secrets: { instance: 'recover' } },
  }
  const program = `
    import { recover } from './scripts/backup/recover.mjs'
    await recover(${JSON.stringify(options)})`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, MASCATE_BACKUP_RESERVE_MB: '1' },
    encoding: 'utf8',
  })
  look({ folder, draft, said: stderr })
  rmSync(folder, { recursive: true })
}

test('unpacked files belong to the restoring user alone: the database’s user can put no link where root will write', () =>
  recovered(
    [{ path: 'database/base/1/1', bytes: 1, sha256: '' }],
    () => undefined,
    ({ draft, said }) => {
      // Cut off where its first file is missing, it shows whose all is meanwhile.
      expect(said).toContain('The backup is not whole: database/base/1/1 is missing.')
      const place = join(draft, 'postgres')
      const [mine, closed] = [process.getuid!(), 0o40700]
      for (const path of [place, join(place, 'base'), join(place, 'base/1')])
        expect([path, statSync(path).uid, statSync(path).mode]).toEqual([path, mine, closed])
    },
  ))

const asRoot = onlyWhere(process.getuid!() === 0, 'only root may do it')

test(
  'a file of root’s that has a second name among the archived WAL is not given to the database’s user',
  asRoot,
  () => {
    const wal = `wal/000000010000000000000001-${'0'.repeat(64)}.gz`
    recovered(
      [],
      (folder) => {
        mkdirSync(join(folder, 'wal'))
        writeFileSync(join(folder, 'secrets.json'), 'for root alone', { mode: 0o600 })
        linkSync(join(folder, 'secrets.json'), join(folder, wal))
      },
      ({ folder, said }) => {
        expect(said).toContain(`${join(folder, wal)} is a link, has a second name`)
        expect(statSync(join(folder, 'secrets.json')).uid).toBe(0)
      },
    )
  },
)
