import sharp from 'sharp'
import { GET } from './[id]/route'
import { removeAvatarAction, setDisplayNameAction, uploadAvatarAction } from '@/lib/identity/account/actions'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { getMember } from '@/lib/identity/auth/member'

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const picture = (width: number, height: number, background = '#c04020') =>
  sharp({ create: { width, height, channels: 3, background } })
const asFile = (bytes: Uint8Array, name = 'eu.jpg') => new File([new Uint8Array(bytes)], name)
const send = (bytes: Uint8Array) => uploadAvatarAction(envelope(mine), { photo: asFile(bytes) })
const show = (id: string) => GET(new Request(`http://localhost/api/avatars/${id}`), { params: Promise.resolve({ id }) })
async function upload(bytes?: Uint8Array): Promise<string> {
  const result = await send(bytes ?? (await picture(40, 40).png().toBuffer()))
  if (!result.ok) throw new Error(result.error)
  return result.data.avatarId
}

test('a picture is kept as an upright square of 256 px from its middle, without what it knew of its maker and place', async () => {
  // Red on the left, blue in the middle, red on the right; the camera was held on its side.
  const photo = await picture(900, 300)
    .composite([{ input: await picture(300, 300, '#2040c0').png().toBuffer(), left: 300, top: 0 }])
    .withExif({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('CANARY-CAMERA')).toBe(true)
  const answer = await show(await upload(photo))
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toMatch(/^private.*immutable/)
  const kept = Buffer.from(await answer.arrayBuffer())
  const metadata = await sharp(kept).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(kept.includes('CANARY-CAMERA')).toBe(false)
  const { channels } = await sharp(kept).stats()
  expect(channels[2]!.mean).toBeGreaterThan(150)
})

test('an orientation in the metadata is put into the picture itself', async () => {
  const half = await picture(200, 400, '#2040c0').png().toBuffer()
  const sideways = await picture(400, 400)
    .composite([{ input: half, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const kept = Buffer.from(await (await show(await upload(sideways))).arrayBuffer())
  const top = await sharp(kept).extract({ left: 100, top: 50, width: 1, height: 1 }).raw().toBuffer()
  expect(top[2]).toBeGreaterThan(150)
})

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
test.each([
  ['HEIC', () => heic],
  ['a GIF', () => picture(4, 4).gif().toBuffer()],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML behind the marks of a JPEG', () => Buffer.from('\xff\xd8\xff<html></html>', 'latin1')],
])('%s is refused with a clear text, and the picture that was stays', async (_, make) => {
  const before = await upload()
  expect(await send(await make())).toEqual({
    ok: false,
    error: 'avatarInvalid',
    fields: { photo: ['errors.avatarInvalid'] },
  })
  expect((await getMember())!.avatarId).toBe(before)
})

test('a picture shows to those who share a company with its owner, and to no one else', async () => {
  const id = await upload()
  await signInAs(await addMember(mine, 'viewer'))
  expect((await show(id)).status).toBe(200)
  await signInAs((await createTestOrganization()).owner)
  expect((await show(id)).status).toBe(404)
  signOut()
  expect((await show(id)).status).toBe(401)
})

test.each(['not-an-id', '../../secrets.json', '00000000-0000-7000-8000-000000000000'])(
  '%s is no picture',
  async (id) => {
    expect((await show(id)).status).toBe(404)
  },
)

test('a new picture takes the place of the old one, and removing it leaves none', async () => {
  const first = await upload()
  const second = await upload(await picture(50, 30).webp().toBuffer())
  expect((await show(first)).status).toBe(404)
  expect((await getMember())!.avatarId).toBe(second)
  expect(await removeAvatarAction(envelope(mine), {})).toEqual({ ok: true, data: null })
  expect((await show(second)).status).toBe(404)
  expect((await getMember())!.avatarId).toBeNull()
  const { rows } = await withOwner((db) => db.query('select 1 from avatar where user_id = $1', [mine.owner.userId]))
  expect(rows).toEqual([])
})

test('the name is changed under the same rule as at the sign-up, and the trail says that it changed but not into what', async () => {
  const change = (displayName: string) => setDisplayNameAction(envelope(mine), { displayName })
  expect(await change('  Marina Alves ')).toEqual({ ok: true, data: { displayName: 'Marina Alves' } })
  expect((await getMember())!.displayName).toBe('Marina Alves')
  for (const [name, field] of [
    ['   ', 'missing'],
    ['x'.repeat(81), 'long'],
    ['entre em golpe.com', 'site'],
  ] as const)
    expect(await change(name)).toMatchObject({ fields: { displayName: [`settings.profile.name.${field}`] } })
  const auditEvents = await inspect<{ after: unknown }>(
    mine.organizationId,
    `select after from audit_event where event = 'account.profileUpdated'`,
  )
  expect(auditEvents).toEqual([{ after: { name: 'set' } }])
})
