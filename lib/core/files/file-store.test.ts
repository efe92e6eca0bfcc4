import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BucketServer, type BucketFault } from '@/lib/testing/fakes/bucket-server'
import { bucketStore } from './bucket-store'
import type { FileStore, KeptFile } from './file-store'
import { folderStore } from './folder-store'

const folder = mkdtempSync(join(tmpdir(), 'mascate-store-'))
const server = new BucketServer()
beforeAll(() => server.start())
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.faults.length = 0
  server.kept.clear()
})

let drafts = 0
function draftOf(place: string, bytes: Buffer): { draft: string; file: KeptFile } {
  const draft = join(folder, `draft-${drafts++}.part`)
  writeFileSync(draft, bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { draft, file: { place, bytes: BigInt(bytes.length), sha256 } }
}
const put = async (store: FileStore, place: string, bytes = randomBytes(200_000)) => {
  const { draft, file } = draftOf(place, bytes)
  await store.put(draft, file)
  return { bytes, file }
}
const read = async (store: FileStore, place: string) => buffer(await store.open(place))
const listed = async (store: FileStore, within: string) => {
  const results: string[] = []
  for await (const { place } of store.list(within)) results.push(place)
  return results.sort()
}
const hexOf = ({ sha256 }: KeptFile) => Buffer.from(sha256).toString('hex')

const stores: [string, () => FileStore][] = [
  ['a folder', () => folderStore((place) => join(folder, 'files', place))],
  ['a bucket', () => bucketStore(server.settings())],
]

describe.each(stores)('%s', (_, make) => {
  test('gives back what it was given, byte for byte, and knows its checksum', async () => {
    const store = make()
    const { bytes, file } = await put(store, 'one/ab/1')
    expect((await read(store, 'one/ab/1')).equals(bytes)).toBe(true)
    expect(await store.find('one/ab/1')).toEqual({ bytes: file.bytes, sha256: hexOf(file) })
    const empty = await put(store, 'one/ab/2', Buffer.alloc(0))
    expect((await read(store, 'one/ab/2')).equals(empty.bytes)).toBe(true)
  })

  test('takes the place of what stood there', async () => {
    const store = make()
    await put(store, 'one/ab/1')
    const { bytes } = await put(store, 'one/ab/1')
    expect((await read(store, 'one/ab/1')).equals(bytes)).toBe(true)
  })

  test('says of what is not there that it is missing, and removes it twice without a word', async () => {
    const store = make()
    await put(store, 'one/cd/3')
    await store.remove('one/cd/3')
    await store.remove('one/cd/3')
    expect(await store.find('one/cd/3')).toBeNull()
    await expect(store.open('one/cd/3')).rejects.toMatchObject({ name: 'FileStoreError', problem: 'missing' })
  })

  test('lists what stands under one organization alone, however many', async () => {
    const store = make()
    const places = ['two/aa/1', 'two/aa/2', 'two/bb/3', 'two/bb/4', 'two/cc/5', 'two/cc/6', 'two/cc/7']
    for (const place of [...places, 'twofold/aa/1', 'three/aa/1']) await put(store, place, Buffer.from(place))
    expect(await listed(store, 'two/')).toEqual(places)
    expect(await listed(store, 'unknown/')).toEqual([])
  })

  test('tells of what it lists how long it is and when it was written', async () => {
    const store = make()
    const before = Date.now()
    await put(store, 'four/aa/1', Buffer.from('12345'))
    for await (const { writtenAt, ...file } of store.list('four/')) {
      expect(file).toEqual({ place: 'four/aa/1', bytes: 5n })
      // A folder's moments may be a little behind the clock.
      expect(writtenAt!.getTime()).toBeGreaterThan(before - 2000)
      expect(writtenAt!.getTime()).toBeLessThanOrEqual(Date.now())
    }
    expect.assertions(3)
  })
})

const faultsOf = (...faults: BucketFault[]) => void server.faults.push(...faults)

test.each<BucketFault>(['serverError', 'busy', 'drop', 'lostAnswer', 'silent'])(
  'a transient failure is retried, and the file is stored once and whole: %s',
  async (fault) => {
    const store = bucketStore(server.settings())
    faultsOf(fault, fault)
    const { bytes } = await put(store, 'one/ab/1')
    expect([...server.kept.keys()]).toEqual(['one/ab/1'])
    faultsOf(fault)
    expect((await read(store, 'one/ab/1')).equals(bytes)).toBe(true)
  },
)

test('a bucket that stays away is said to be away, and nothing of the draft is lost', async () => {
  const store = bucketStore(server.settings())
  const { draft, file } = draftOf('one/ab/1', randomBytes(1000))
  faultsOf('serverError', 'serverError', 'serverError', 'serverError')
  await expect(store.put(draft, file)).rejects.toMatchObject({
    problem: 'away',
    message: expect.stringMatching(/500 InternalError/),
  })
  expect([existsSync(draft), server.kept.size]).toEqual([true, 0])
  const gone = bucketStore({ ...server.settings(), endpoint: 'http://127.0.0.1:9' })
  await expect(gone.open('one/ab/1')).rejects.toMatchObject({ problem: 'away' })
})

test('a lasting failure is not retried, and is reported in the store’s own words', async () => {
  const { requests } = server
  const once = async (store: FileStore, said: RegExp) => {
    const before = requests.length
    await expect(store.open('one/ab/1')).rejects.toMatchObject({
      problem: 'refused',
      message: expect.stringMatching(said),
    })
    expect(requests.length - before).toBe(1)
  }
  const settings = server.settings()
  faultsOf('denied')
  await once(bucketStore(settings), /403 AccessDenied/)
  await once(bucketStore({ ...settings, secretAccessKey: 'another' }), /SignatureDoesNotMatch/)
  await once(bucketStore({ ...settings, accessKeyId: 'unknown' }), /InvalidAccessKeyId/)
  await once(bucketStore({ ...settings, region: 'us-east-1' }), /AuthorizationHeaderMalformed/)
  await once(bucketStore({ ...settings, bucket: 'not-there' }), /404 NoSuchBucket/)
  faultsOf('redirect')
  await once(bucketStore(settings), /refused/)
})

test('the server that is not the configured one is never asked', async () => {
  const http = bucketStore({ ...server.settings(), endpoint: 'http://bucket.example.com' })
  await expect(http.open('one/ab/1')).rejects.toMatchObject({ problem: 'refused' })
})

test('bytes that change on their way to the bucket are refused there, and nothing stands', async () => {
  const { draft, file } = draftOf('one/ab/1', Buffer.from('as recorded'))
  writeFileSync(draft, 'as altered!')
  await expect(bucketStore(server.settings()).put(draft, file)).rejects.toMatchObject({ problem: 'refused' })
  expect(server.kept.size).toBe(0)
})

test('a body that breaks off or falls silent ends with an error, never as a shorter file', async () => {
  const store = bucketStore(server.settings())
  await put(store, 'one/ab/1')
  for (const fault of ['halfBody', 'stuckBody'] as const) {
    faultsOf(fault)
    await expect(read(store, 'one/ab/1')).rejects.toThrow()
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('files'))).toEqual(['files'])
})
