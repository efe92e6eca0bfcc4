import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

test('WAL that finds no room waits while the database has some, and is given up before its disk is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mascate-wal-'))
  const [place, far] = [join(folder, 'room'), '1000000000000']
  await mkdir(place)
  const wal = join(folder, 'segment')
  await writeFile(wal, 'wal')
  const archive = (...args: string[]) =>
    spawnSync('sh', [resolve('scripts/backup/archive-wal.sh'), wal, 'S', ...args], { cwd: folder, encoding: 'utf8' })
  expect(archive(join(folder, 'none'), '1', '0')).toMatchObject({ status: 0, stderr: '' })
  expect(archive(join(folder, 'none'), '1', '1')).toMatchObject({ status: 1, stderr: expect.stringContaining('waits') })
  expect(archive(place, far, '1')).toMatchObject({ status: 0, stderr: expect.stringContaining('LOST') })
  expect(readdirSync(place)).toEqual([])
  expect(archive(place, '1', '1')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(place)).toEqual([expect.stringMatching(/^S-[0-9a-f]{64}\.gz$/)])
  await writeFile(wal, 'other WAL of that name')
  expect(archive(place, '1', '1')).toMatchObject({ status: 1, stderr: expect.stringContaining('another file') })
  await rm(folder, { recursive: true })
})
