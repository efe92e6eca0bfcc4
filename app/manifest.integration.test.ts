import sharp from 'sharp'
import manifest from './manifest'

test('a phone can keep the product as an app: it opens with the day’s page, and its icons have the sizes that they name', async () => {
  const { start_url: startUrl, scope, display, icons } = await manifest()
  expect({ startUrl, scope, display }).toEqual({ startUrl: '/dashboard', scope: '/', display: 'standalone' })
  const sizes = await Promise.all(
    icons!.map(async ({ src }) => {
      const { width, height, format } = await sharp(`public${src}`).metadata()
      return [`${width}x${height}`, `image/${format}`]
    }),
  )
  expect(sizes).toEqual(icons!.map(({ sizes: named, type }) => [named, type]))
  expect(icons!.map(({ sizes: named }) => named)).toEqual(expect.arrayContaining(['192x192', '512x512']))
})
