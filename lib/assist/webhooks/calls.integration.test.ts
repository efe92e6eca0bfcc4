import dns from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { callOut } from '@/lib/core/http/outbound'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import {
  addWebhook,
  deliverNow,
  listDeliveries,
  openReceiver,
  type Receiver,
} from '@/lib/testing/harnesses/webhook-harness'
import { isPublic, lookupPublic, requirePublicAddress } from '@/lib/core/http/outbound-address'
import { testWebhook } from './endpoints'

let receiver: Receiver
beforeEach(async () => void (receiver = await openReceiver()))
afterEach(() => receiver.close())

test('a redirect is not followed and is a failure, and so is a missing answer', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const target = await openReceiver()
  const { id } = await addWebhook(company, receiver.url)
  await testWebhook(owner, { id })
  receiver.answer = { status: 307, headers: { location: target.url } }
  await deliverNow(organizationId, id)
  expect(await listDeliveries(organizationId)).toMatchObject([{ state: 'waiting', problem: 'redirected' }])
  target.close()
  await inspect(organizationId, 'UPDATE webhook_endpoint SET url = $1', [target.url])
  await deliverNow(organizationId, id)
  expect(await listDeliveries(organizationId)).toMatchObject([{ state: 'waiting', problem: 'unreachable' }])
  expect(target.received).toEqual([])
})

test('only public addresses over https are taken, and what a name leads to is judged again at the call', async () => {
  const refusal = (url: string) =>
    requirePublicAddress(url).then(
      () => null,
      (error: { fields?: Record<string, string[]> }) => error.fields?.url?.[0]?.split('.').at(-1),
    )
  for (const host of ['10.0.0.1', '172.16.3.4', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])
    expect(await refusal(`https://${host}/hook`)).toBe('private')
  for (const host of [
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])
    expect(await refusal(`https://${host}/hook`)).toBe('private')
  for (const text of ['https://0x7f000001/', 'https://2130706433/', 'https://127.1/']) {
    const named = new URL(text).hostname
    expect(named).toBe('127.0.0.1')
    expect(isPublic(named)).toBe(false)
  }
  for (const text of ['http://example.com/', 'https://user:password@example.com/'])
    expect(await refusal(text)).toBe('https')
  expect(await refusal('https://no-such-host.invalid/')).toBe('unknown')
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublic(address)).toBe(true)

  const company = await createTestOrganization()
  const { id } = await addWebhook(company, receiver.url)
  await testWebhook(company.owner, { id })
  // A name that led elsewhere when it was saved.
  await expect(callOut('https://localhost:9/', { allow: ['localhost:9'], lookup: lookupPublic })).rejects.toMatchObject(
    { problem: 'unreachable', cause: { code: 'EPRIVATE' } },
  )
  for (const url of ['https://10.0.0.1/hook', 'http://10.0.0.1/hook']) {
    await inspect(company.organizationId, 'UPDATE webhook_endpoint SET url = $1', [url])
    await deliverNow(company.organizationId, id)
    expect({ url, ...(await listDeliveries(company.organizationId))[0] }).toMatchObject({ url, problem: 'forbidden' })
  }
})

test.each([['127.0.0.1'], ['10.0.0.1', '8.8.8.8'], ['8.8.8.8', '::1'], ['169.254.169.254']])(
  'a name that was public when it was saved is not called where it leads to %s by then',
  async (...addresses) => {
    const company = await createTestOrganization()
    const asAddress = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
    const saved = vi.spyOn(dnsPromises, 'lookup').mockResolvedValue([asAddress('8.8.8.8')] as never)
    // Modules that import a function of Node by its name see it replaced from here on.
    syncBuiltinESMExports()
    const { port } = new URL(receiver.url)
    const { id } = await addWebhook(company, `https://hooks.example.com:${port}/hook`)
    saved.mockRestore()
    await testWebhook(company.owner, { id })
    const called = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_: string, __: object, done: (error: null, results: object[]) => void) =>
        done(null, addresses.map(asAddress))) as never)
    syncBuiltinESMExports()
    await deliverNow(company.organizationId, id).finally(() => {
      called.mockRestore()
      syncBuiltinESMExports()
    })
    expect(await listDeliveries(company.organizationId)).toMatchObject([{ state: 'waiting', problem: 'forbidden' }])
    expect(receiver.received).toEqual([])
  },
)
