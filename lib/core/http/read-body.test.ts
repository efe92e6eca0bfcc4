import { NextRequest } from 'next/server'
import { POST as receiveNotice } from '@/app/api/manus/webhook/route'
import { POST as receiveWebhookEvent } from '@/app/api/shopee/webhook/route'
import { POST as signOut } from '@/app/api/auth/[...nextauth]/route'
import { env } from '../env'
import { readBody } from './read-body'

const of = (...nextauth: string[]) => ({ params: Promise.resolve({ nextauth }) })
const address = (path: string) => new URL(path, env().NEXTAUTH_URL)
/** As a stranger may send it: more is announced than comes. */
const cutShort = (path: string) =>
  new NextRequest(address(path), {
    method: 'POST',
    body: 'ab',
    headers: { 'content-length': '5', origin: env().NEXTAUTH_URL },
  })

test.each(['GET', 'HEAD'])('%s is read whatever length it says its body has', async (method) => {
  const request = new Request(address('/api/auth/csrf'), { method, headers: { 'content-length': '5' } })
  expect(await readBody(request, 10)).toEqual(Buffer.alloc(0))
})

test.each<[string, () => Promise<Response>]>([
  ['of signing out', () => signOut(cutShort('/api/auth/signout'), of('signout'))],
  ['of a push', () => receiveWebhookEvent(cutShort('/api/shopee/webhook'))],
  ['of a notice', () => receiveNotice(cutShort('/api/manus/webhook'))],
])('a body %s that did not arrive whole is the fault of who sent it', async (_, send) =>
  expect((await send()).status).toBe(400),
)
