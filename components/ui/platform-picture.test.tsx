import { fireEvent, render } from '@testing-library/react'
import { PlatformPicture } from './platform-picture'

const src = 'https://cf.shopee.com.br/file/br-1'

test('a picture that does not come is no broken frame, and keeps its name', () => {
  const { container, getByRole } = render(<PlatformPicture src={src} alt="Foto 1" />)
  expect(getByRole('img', { name: 'Foto 1' }).getAttribute('src')).toBe(src)
  fireEvent.error(getByRole('img'))
  expect(getByRole('img', { name: 'Foto 1' }).tagName).toBe('SPAN')
  expect(container.querySelector('img')).toBeNull()
})

test('the platform’s server does not learn from which page it was asked', () => {
  const { container } = render(<PlatformPicture src={src} />)
  expect(container.querySelector('img')!.getAttribute('referrerpolicy')).toBe('no-referrer')
})
