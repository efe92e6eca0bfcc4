import { unstable_doesMiddlewareMatch as doesMiddlewareMatch } from 'next/experimental/testing/server'
import { config } from '@/middleware'

const passes = (url: string) => doesMiddlewareMatch({ config, url, nextConfig: {} })

test.each(['/api/imports', '/_next/static/chunks/main.js', '/_next/image?url=x', '/icon.svg', '/robots.txt'])(
  '%s goes past the middleware',
  (url) => expect(passes(url)).toBe(false),
)

test.each([
  '/',
  '/dashboard',
  '/api/auth/session',
  '/api/imports/0198',
  '/api/importsx',
  '/icon.svgx',
  '/iconXsvg',
  '/robots.txtx',
  '/robots.txt/x',
  '/_next/staticx',
  '/_next/imagex',
])('%s gets the security headers', (url) => expect(passes(url)).toBe(true))
