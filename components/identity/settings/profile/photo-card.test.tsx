import { fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { PhotoCard } from './photo-card'

const mockUpload = vi.fn()
stubPage({
  useRouter: () => ({ refresh: vi.fn() }),
  uploadAvatarAction: (...request: unknown[]) => mockUpload(...request),
  removeAvatarAction: vi.fn(),
})

const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [file] } })

beforeEach(() => {
  mockUpload.mockReset().mockResolvedValue({ ok: true, data: { avatarId: 'a' } })
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
})

test('an iPhone photo that the browser cannot read is not sent, and what to do is said', async () => {
  window.createImageBitmap = () => Promise.reject(new Error('cannot decode'))
  render(<PhotoCard avatarUrl={null} email="ana@example.com" />, { wrapper: testPage() })
  choose(new File(['x'], 'IMG_0001.HEIC'))
  expect(await screen.findByText(/Ajustes > Câmera > Formatos > Mais compatível/)).toBeTruthy()
  expect(mockUpload).not.toHaveBeenCalled()
})

test('a photo of 12 megapixels is made smaller before it is sent', async () => {
  window.createImageBitmap = async () => ({ width: 4032, height: 3024, close: () => {} })
  HTMLCanvasElement.prototype.getContext = () => null
  const requests: (string | undefined)[] = []
  HTMLCanvasElement.prototype.toBlob = function (done, type) {
    requests.push(`${this.width}x${this.height} ${type}`)
    done(new Blob(['small'], { type: type === 'image/webp' ? 'image/png' : type }))
  }
  render(<PhotoCard avatarUrl={null} email="ana@example.com" />, { wrapper: testPage() })
  choose(new File([new Uint8Array(12_000_000)], 'IMG_0001.heic'))
  expect(await screen.findByText('Escolher foto')).toBeTruthy()
  await screen.findByText(/até 30 MB/)
  expect(requests).toEqual(['512x384 image/webp', '512x384 image/jpeg'])
  const [, { photo }] = mockUpload.mock.calls[0] as [unknown, { photo: File }]
  expect([photo.type, photo.size]).toEqual(['image/jpeg', 5])
})
