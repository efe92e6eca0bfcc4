import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBuffer } from 'bwip-js/node'
import sharp from 'sharp'
import pt from '../messages/pt-BR.json'
import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { launchOptions } from './fixtures/launch'
import { expect, test } from './fixtures/test'

const LABEL = 'BR2511CAMERA77'
const BARCODE = '7891000100103'
const FRAMES_A_SECOND = 30
const video = join(tmpdir(), `mascate-camera-${process.pid}.mjpeg`)

test.use({
  permissions: ['camera'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
})

/** The camera's picture for some seconds: a barcode on paper, or the bare table. */
async function view(seconds: number, code?: { bcid: string; text: string }): Promise<Buffer[]> {
  const table = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#d8d4cc' } })
  const paper = code && (await toBuffer({ ...code, scale: 4, height: 40, padding: 12, backgroundcolor: 'ffffff' }))
  const frame = await (paper ? table.composite([{ input: paper }]) : table).jpeg({ quality: 80 }).toBuffer()
  return Array.from({ length: seconds * FRAMES_A_SECOND }, () => frame)
}

test.beforeAll(async () => {
  const label = await view(4, { bcid: 'code128', text: LABEL })
  const product = await view(4, { bcid: 'ean13', text: BARCODE })
  const nothing = await view(4)
  writeFileSync(video, Buffer.concat([...label, ...nothing, ...product, ...nothing]))
})

// Full form only: sixteen seconds of video; “without a camera…” and “a packer scans…” hold the bench, lib/sales/packing/scan-session what a code means.
test(
  'a phone’s camera reads label and product, and right and wrong sound apart',
  { tag: ['@phone', '@full'] },
  async ({ page, organization, signIn }) => {
    const product = await addStockedProduct(organization, { sku: 'CAM-P', onHand: 5, barcodes: [BARCODE] })
    const items = [{ productId: product, quantity: 1 }]
    const parcel = await addParcel(organization, { items, printed: true, tracking: LABEL })
    await page.addInitScript(() => {
      const readSounds: string[] = []
      Object.assign(window, { heard: readSounds })
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
        readSounds.push(`${this.type} ${this.frequency.value}`)
        start.call(this, when)
      }
    })
    const readSounds = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(', '))
    const { bench: packing } = pt
    await signIn('operator')
    await page.goto('/dashboard/minha-empresa/shopee-central/bancada')
    await page.getByRole('button', { name: packing.camera.open }).click()
    await expect(page.getByLabel(packing.camera.view)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: `Pedido ${parcel.code} embalado` })).toBeVisible({
      timeout: 60_000,
    })
    expect(await readSounds()).toBe('sine 1320, sine 1320, sine 880, sine 1320')
    // The label comes into view once more: its parcel has been packed.
    await expect(page.getByRole('alertdialog')).toContainText('Já embalado', { timeout: 60_000 })
    expect(await readSounds()).toBe('sine 1320, sine 1320, sine 880, sine 1320, square 180, square 180, square 180')
  },
)
