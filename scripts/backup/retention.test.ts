import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeOld } from './retention.mjs'

const backups = mkdtempSync(join(tmpdir(), 'retention-'))
afterAll(() => rmSync(backups, { recursive: true }))

function put(path: string, content = '') {
  mkdirSync(dirname(join(backups, path)), { recursive: true })
  writeFileSync(join(backups, path), content)
}

function addBackup(day: string) {
  const name = `202011${day}T024000Z`
  const manifest = {
    name,
    systemId: '1',
    startSegment: '000000010000000000000001',
    finishedAt: `2020-11-${day}T02:50:00.000Z`,
    files: [],
    folders: [],
    store: [],
  }
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  put(`${name}/manifest.json`, JSON.stringify({ sha256, manifest }))
}

test('a restore’s leftovers go with the backups of its time, and so do unfinished backups', () => {
  ;['20', '21', '22'].forEach(addBackup)
  for (const left of ['20201120T120000Z.left', '20201121T120000Z.left', '20201120T120000Z.lefty', 'left'])
    put(`${left}/manifest.json`)
  put('.20201119T024000Z.part/manifest.json')
  const copy = `organization/id-${'0'.repeat(64)}`
  put(`files/${copy}`)
  put('files/organization/id.part')
  utimesSync(join(backups, 'files/organization/id.part'), new Date(0), new Date(0))
  const stayed = () => readdirSync(backups, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  removeOld({ backups, systemId: '1', store: join(backups, 'none'), keep: 2 })
  const places = stayed().map(({ parentPath, name }) => join(parentPath, name).slice(backups.length + 1))
  expect(places.toSorted()).toEqual([
    ...['20201120T120000Z.lefty', '20201121T024000Z', '20201121T120000Z.left', '20201122T024000Z'].map(
      (name) => `${name}/manifest.json`,
    ),
    `files/${copy}`,
    'left/manifest.json',
  ])
})
