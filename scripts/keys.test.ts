import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'mascate-keys-'))
const file = join(folder, 'secrets.json')
const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
beforeEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = (n: number) => Buffer.alloc(32, n).toString('base64')
const PUBLIC = { NEXTAUTH_URL: 'https://mascate.example.com', NEXTAUTH_SECRET: secret(1), AUDIT_CHAIN_KEY: secret(2) }

/** In a process of its own, as the supervisor runs it: these scripts are plain JavaScript. */
function run(program: string, env: Record<string, string>): Record<string, string> {
  const own = { PATH: process.env.PATH, MASCATE_DATA: folder, ...env } as unknown as NodeJS.ProcessEnv
  const args = ['--input-type=module', '-e', program]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: own })) as Record<string, string>
}

const start = (env: Record<string, string> = {}) =>
  run(
    `
    import { keepBlindIndexKeyId, openDataFolder } from './scripts/data-folder.mjs'
    import { blindIndexAdvice, productSecrets } from './scripts/environment.mjs'
    const data = openDataFolder()
    try {
      const secrets = productSecrets(process.env, data.secrets)
      keepBlindIndexKeyId(data, secrets.BLIND_INDEX_KEY)
      console.log(JSON.stringify({ ...secrets, advice: blindIndexAdvice(process.env, data.secrets, secrets) }))
    } catch (error) {
      console.log(JSON.stringify({ refused: error.message }))
    }`,
    env,
  )

/** Any other command: it opens the folder, and asks which keys are in force. */
const command = (env: Record<string, string> = {}) =>
  run(
    `
    import { openDataFolder } from './scripts/data-folder.mjs'
    import { keysInForce } from './scripts/backup/keys.mjs'
    console.log(JSON.stringify(keysInForce(process.env, openDataFolder().secrets)))`,
    env,
  )

/** A data folder as it was left by a product that knew no such key. */
const leaveOlder = () =>
  writeFileSync(
    file,
    JSON.stringify({ NEXTAUTH_SECRET: secret(3), ENCRYPTION_KEY: secret(4), AUDIT_CHAIN_KEY: secret(5) }),
  )

test('a new installation makes a key of its own for what is known again, and a changed ENCRYPTION_KEY leaves it as it is', () => {
  const { BLIND_INDEX_KEY, ENCRYPTION_KEY } = start()
  expect(Buffer.from(BLIND_INDEX_KEY!, 'base64')).toHaveLength(32)
  expect(BLIND_INDEX_KEY).not.toBe(ENCRYPTION_KEY)
  expect(start({ ENCRYPTION_KEY: secret(6) })).toMatchObject({ BLIND_INDEX_KEY, ENCRYPTION_KEY: secret(6) })
})

test('an installation from before goes on with the value that served instead, and keeps it when ENCRYPTION_KEY changes', () => {
  leaveOlder()
  expect(start()).toMatchObject({ BLIND_INDEX_KEY: secret(4) })
  expect(read()).toMatchObject({ BLIND_INDEX_KEY: secret(4), ENCRYPTION_KEY: secret(4) })
  expect(start({ ENCRYPTION_KEY: secret(7), PREVIOUS_ENCRYPTION_KEYS: secret(4) })).toMatchObject({
    BLIND_INDEX_KEY: secret(4),
  })
})

test('so does one whose keys are in the environment, until the earlier one is gone from it', () => {
  leaveOlder()
  const before = { ...PUBLIC, ENCRYPTION_KEY: secret(8) }
  expect(start(before)).toMatchObject({ BLIND_INDEX_KEY: secret(8) })
  expect(readFileSync(file, 'utf8')).not.toContain(secret(8))
  const after = { ...PUBLIC, ENCRYPTION_KEY: secret(9) }
  expect(start({ ...after, PREVIOUS_ENCRYPTION_KEYS: `${secret(10)}, ${secret(8)}` })).toMatchObject({
    BLIND_INDEX_KEY: secret(8),
  })
  expect(start(after).refused).toMatch(/BLIND_INDEX_KEY is not set/)
  expect(start({ ...after, BLIND_INDEX_KEY: secret(8) })).toMatchObject({ BLIND_INDEX_KEY: secret(8) })
})

test('another one than that by which rows were written is refused, and behind a public address one that was made up', () => {
  const given = { ...PUBLIC, ENCRYPTION_KEY: secret(9) }
  expect(start(given).refused).toMatch(/BLIND_INDEX_KEY is not set/)
  expect(start({ ...given, BLIND_INDEX_KEY: secret(11) })).toMatchObject({ BLIND_INDEX_KEY: secret(11) })
  expect(start({ ...given, BLIND_INDEX_KEY: secret(12) }).refused).toMatch(/is another than the one by which/)
  leaveOlder()
  expect(start({ ...given, BLIND_INDEX_KEY: secret(12) }).refused).toMatch(/is another than the one by which/)
})

test('only a start notes the key: a command before it, without the environment of the product, decides nothing', () => {
  leaveOlder()
  expect(command()).toMatchObject({ BLIND_INDEX_KEY: secret(4) })
  expect(read()).not.toHaveProperty('blindIndexKeyId')
  const given = { ...PUBLIC, ENCRYPTION_KEY: secret(9) }
  expect(command(given)).toMatchObject({ BLIND_INDEX_KEY: secret(9) })
  expect(start({ ...given, BLIND_INDEX_KEY: secret(9) })).toMatchObject({ BLIND_INDEX_KEY: secret(9), advice: null })

  leaveOlder()
  command()
  expect(start({ ENCRYPTION_KEY: secret(9) })).toMatchObject({
    BLIND_INDEX_KEY: secret(9),
    advice: expect.stringContaining('Set BLIND_INDEX_KEY to that value') as string,
  })
  const rotated = { ENCRYPTION_KEY: secret(13), PREVIOUS_ENCRYPTION_KEYS: secret(9) }
  expect([start(rotated).BLIND_INDEX_KEY, command(rotated).BLIND_INDEX_KEY]).toEqual([secret(9), secret(9)])
  expect(start({ ENCRYPTION_KEY: secret(13) }).refused).toMatch(/is another than the one by which/)
})

test('the keys are written before the first backup too, and it is noted that they are kept', () => {
  const kept = run(
    `
    import { areKeysKept, keysInForce, writeKeys } from './scripts/backup/keys.mjs'
    import { openDataFolder } from './scripts/data-folder.mjs'
    const { folder, secrets } = openDataFolder()
    const [backups, keys] = [folder + '/backups', keysInForce({}, secrets)]
    const before = areKeysKept(backups, keys)
    writeKeys(${JSON.stringify(`${folder}-kept.json`)}, keys, { backups, folder })
    console.log(JSON.stringify({ before, after: areKeysKept(backups, keys) }))`,
    {},
  )
  rmSync(`${folder}-kept.json`)
  expect(kept).toEqual({ before: false, after: true })
})

test('a key is on the disk, with its name, before anything is encrypted with it', () => {
  const { steps } = run(
    `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const steps = []
    for (const name of ['writeFileSync', 'linkSync', 'renameSync', 'fsyncSync']) {
      const real = fs[name]
      fs[name] = (...args) => {
        steps.push(name)
        return real(...args)
      }
    }
    syncBuiltinESMExports()
    const { openDataFolder, keepBlindIndexKeyId } = await import('./scripts/data-folder.mjs')
    keepBlindIndexKeyId(openDataFolder(), 'a key')
    console.log(JSON.stringify({ steps }))`,
    {},
  )
  const [write, sync] = ['writeFileSync', 'fsyncSync']
  expect(steps).toEqual([write, sync, 'linkSync', sync, write, sync, 'renameSync', sync])
})
