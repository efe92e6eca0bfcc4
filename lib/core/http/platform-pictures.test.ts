import { shownPicture } from './platform-pictures'

test.each(['https://cf.shopee.com.br/file/br-11134207', 'https://down-br.img.susercontent.com/file/br-11134207'])(
  '%s is shown',
  (address) => expect(shownPicture(address)).toBe(address),
)

test.each([
  null,
  '',
  'br-11134207',
  'http://cf.shopee.com.br/file/1',
  'https://cf.shopee.com.br:8443/file/1',
  'https://cf.shopee.com.br.evil.example/file/1',
  'https://cf.shopee.com.br@evil.example/file/1',
  'https://ana:secret@cf.shopee.com.br/file/1',
  'https://img.susercontent.com/file/1',
  'https://evilimg.susercontent.com/file/1',
  'https://evil.example/?https://cf.shopee.com.br/file/1',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
])('%s is not shown', (address) => expect(shownPicture(address)).toBeNull())
