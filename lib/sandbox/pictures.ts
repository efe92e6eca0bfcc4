import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { drawDemo } from './demo/drawings'
import type { ServerEnvironment } from './platform'

/** The address of the platform's pictures, as they stand in the sandbox's state. */
const PLATFORM_PICTURES = 'https://cf.shopee.com.br/file/'

/** No picture that was made up here lies on the platform's server: answers name the sandbox's own address. */
export const pointPictures = (answer: string, address: string) => answer.replaceAll(PLATFORM_PICTURES, address)

/** A picture for any id, always the same one. */
export function mountPictures(app: Hono<ServerEnvironment>): void {
  app.get('/file/:id{[A-Za-z0-9_-]{1,80}}', async (c) =>
    c.body(await paint(c.req.param('id')), 200, {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }),
  )
}

const SHAPES = [
  '<rect x="110" y="120" width="180" height="180" rx="14"/><path d="M110 180h180M170 120v60h60v-60"/>',
  '<path d="M165 90h70v50l25 40v130a16 16 0 0 1-16 16h-88a16 16 0 0 1-16-16V180l25-40zM140 215h120"/>',
  '<path d="M120 140h130v110a50 50 0 0 1-50 50h-30a50 50 0 0 1-50-50zM250 165h20a30 30 0 0 1 0 60h-20"/>',
  '<path d="M130 150h140l14 160H116zM165 150v-20a35 35 0 0 1 70 0v20"/>',
]

/** As the platform sends pictures: who keeps them takes no drawings. */
async function paint(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  return Uint8Array.from(
    await sharp(Buffer.from(drawDemo(id) ?? draw(id)))
      .jpeg()
      .toBuffer(),
  )
}

function draw(id: string): string {
  const [hue = 0, shape = 0] = createHash('sha256').update(id).digest()
  const tint = Math.round((hue / 256) * 360)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="hsl(${tint} 45% 90%)"/><g fill="none" stroke="hsl(${tint} 45% 40%)" stroke-width="12" stroke-linejoin="round">${SHAPES[shape % SHAPES.length]}</g></svg>`
}
