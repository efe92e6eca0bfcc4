import { returnPath } from './return-path'

test.each([
  ['/dashboard/orders?status=shipped#top', '/dashboard/orders?status=shipped#top'],
  ['/dashboard', '/dashboard'],
  ['/', '/'],
  ['/auth/invitation?token=L1', '/auth/invitation?token=L1'],
])('%s is a way back', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})

test.each([
  undefined,
  '',
  'dashboard',
  'https://evil.example/dashboard',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%2e%2e//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  '/auth',
  '/auth/callback?token=x',
  '/api/auth/signout',
  'http:evil.example',
])('%s leads to the dashboard instead', (wanted) => {
  expect(returnPath(wanted)).toBe('/dashboard')
})
