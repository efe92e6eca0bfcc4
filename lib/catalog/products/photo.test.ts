import sharp from 'sharp'
import { allowOnlyPictures } from '@/lib/core/files/encode-picture'
import { encodePhoto } from './photo'

const company = { organizationId: 'company' }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } })

test('a photo is encoded again as WebP of at most 1024 px, upright and without metadata of its maker and place', async () => {
  const original = await picture(2000, 1000)
    .withExif({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: { GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(original.includes('CANARY-CAMERA')).toBe(true)
  const encoded = (await encodePhoto(company, original))!
  expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 512, height: 1024 })
  expect((await sharp(encoded).metadata()).exif).toBeUndefined()
  expect(encoded.includes('CANARY-CAMERA')).toBe(false)
})

test('a small photo is not blown up', async () => {
  const encoded = (await encodePhoto(company, await picture(20, 10).png().toBuffer()))!
  expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 })
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

test.each([
  ['text', () => Buffer.from('hello')],
  ['nothing', () => Buffer.alloc(0)],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', () => picture(2, 2).gif().toBuffer()],
  ['an SVG with the mark of a WebP', () => Buffer.from(`<!--    WEBP-->${drawing}`)],
  ['HTML behind the marks of a JPEG', () => Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1')],
  ['half a PNG', async () => (await picture(200, 200).png().toBuffer()).subarray(0, 60)],
])('%s is no photo', async (_, make) => {
  expect(await encodePhoto(company, await make())).toBeNull()
})

test('a small file that claims a huge picture is refused before it is drawn', async () => {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  expect(await encodePhoto(company, png)).toBeNull()
})

test('more than twenty-four million pixels are not decoded', async () => {
  expect(await encodePhoto(company, await picture(5000, 4801).png().toBuffer())).toBeNull()
})

test.each<[string, number, string | undefined]>([
  ['two pictures at most', 2, undefined],
  ['one picture of a person, however many companies it has,', 1, 'person'],
])('%s are decoded at once, and all come out', async (_, limit, userId) => {
  const file = await picture(1500, 1500).png().toBuffer()
  const encoding = Array.from({ length: 8 }, (_, i) => encodePhoto({ organizationId: `company ${i}`, userId }, file))
  let most = 0
  const watch = setInterval(() => {
    // Not those that wait: one that begins between the two readings would count twice.
    most = Math.max(most, sharp.counters().process)
  }, 1)
  const encoded = await Promise.all(encoding)
  clearInterval(watch)
  expect(encoded.every(Boolean)).toBe(true)
  expect(most).toBeLessThanOrEqual(limit)
})

test('too many uploads at once by one person are rate-limited, and delay no other', async () => {
  const file = await picture(20, 10).png().toBuffer()
  const many = Promise.allSettled(Array.from({ length: 20 }, () => encodePhoto(company, file)))
  expect(await encodePhoto({ organizationId: 'another company' }, file)).not.toBeNull()
  const refused = (await many).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused).toMatchObject(Array.from({ length: 9 }, () => ({ reason: { code: 'tooManyRequests' } })))
})

test('a process that allows pictures alone loads no drawing, by whatever door it comes', async () => {
  const draw = () => sharp(Buffer.from(drawing)).png().toBuffer()
  try {
    allowOnlyPictures()
    await expect(draw()).rejects.toThrow('unsupported image format')
    for (const file of [picture(9, 9).jpeg(), picture(9, 9).png(), picture(9, 9).webp()])
      expect(await encodePhoto(company, await file.toBuffer())).not.toBeNull()
  } finally {
    sharp.unblock({ operation: ['VipsForeignLoad'] })
  }
  await draw()
})
