import { POST as notice } from '@/app/api/manus/webhook/route'
import { newId } from '@/lib/core/ids'
import { manus, manusCompany, openManus, sent, step, theirTask, viewTask } from '@/lib/testing/harnesses/agent-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { noticeAddressOf } from './receive-notice'

openManus()

const post = (url: string, body: string, headers: Record<string, string>) =>
  notice(new Request(url, { method: 'POST', body, headers })).then(({ status }) => status)
const polls = async ({ organizationId }: TestOrganization) =>
  (await inspect<{ polls: number }>(organizationId, 'SELECT polls FROM agent_task'))[0]!.polls
const kept = async ({ organizationId }: TestOrganization) =>
  (await inspect(organizationId, 'SELECT 1 FROM agent_notice WHERE organization_id = current_organization()')).length

async function asleep() {
  const mine = await manusCompany()
  const id = await sent(mine, { sections: ['sales'] })
  await inspect(mine.organizationId, 'UPDATE agent_task SET polls = 9')
  const url = noticeAddressOf(mine.organizationId)
  return { mine, id, url, body: JSON.stringify({ task_detail: { task_id: theirTask().id } }) }
}

type Signed = Record<'x-webhook-signature' | 'x-webhook-timestamp', string>
const malformed: Record<string, (signed: Signed) => Record<string, string>> = {
  'no signature': ({ 'x-webhook-timestamp': at }) => ({ 'x-webhook-timestamp': at }),
  'no time': ({ 'x-webhook-signature': by }) => ({ 'x-webhook-signature': by }),
  'an empty signature': (signed) => ({ ...signed, 'x-webhook-signature': '' }),
  'a signature that is no base64': (signed) => ({ ...signed, 'x-webhook-signature': '***' }),
  'half a signature': (signed) => ({ ...signed, 'x-webhook-signature': signed['x-webhook-signature'].slice(0, 100) }),
  'a signature with one letter changed': (signed) => ({
    ...signed,
    'x-webhook-signature': signed['x-webhook-signature'].replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  }),
  'another time than was signed': (signed) => ({
    ...signed,
    'x-webhook-timestamp': String(Number(signed['x-webhook-timestamp']) + 1),
  }),
  'a time that is none': (signed) => ({ ...signed, 'x-webhook-timestamp': 'now' }),
  'a time in milliseconds': (signed) => ({ ...signed, 'x-webhook-timestamp': `${signed['x-webhook-timestamp']}000` }),
  'a time before time': (signed) => ({ ...signed, 'x-webhook-timestamp': '-1' }),
}

test.each(Object.keys(malformed))('a notice with %s is refused and does nothing', async (name) => {
  const { mine, url, body } = await asleep()
  const signed = manus.sign(url, body) as Signed
  expect(await post(url, body, malformed[name]!(signed))).toBe(401)
  expect([await polls(mine), await kept(mine)]).toEqual([9, 0])
  expect(await post(url, body, signed)).toBe(200)
  expect([await polls(mine), await kept(mine)]).toEqual([0, 1])
})

test('a signed notice that says nothing of a task is taken and does nothing; one too large, or of a company without a key, is refused', async () => {
  const { mine, url } = await asleep()
  const strange = ['', 'no JSON', '[]', 'null', '{"task_id":7}', '{"task_id":""}', '{"task_detail":{}}']
  for (const body of [...strange, JSON.stringify({ task_id: newId() })])
    expect({ body, status: await post(url, body, manus.sign(url, body)) }).toEqual({
      body,
      status: 200,
    })
  const large = JSON.stringify({ task_id: 'x'.repeat(70_000) })
  expect(await post(url, large, manus.sign(url, large))).toBe(413)
  const keyless = noticeAddressOf((await createTestOrganization()).organizationId)
  for (const address of [keyless, noticeAddressOf(newId()), noticeAddressOf('x'), url.split('?')[0]!])
    expect(await post(address, '{}', manus.sign(address, '{}'))).toBe(401)
  expect(await polls(mine)).toBe(9)
})

test('another company’s task is not woken by a notice that is rightly signed for one’s own', async () => {
  const theirs = await asleep()
  const their = theirTask().id
  const mine = await manusCompany('Loja Sul')
  const url = noticeAddressOf(mine.organizationId)
  const body = JSON.stringify({ task_id: their })
  expect(await post(url, body, manus.sign(url, body))).toBe(200)
  expect([await polls(theirs.mine), await kept(theirs.mine)]).toEqual([9, 0])
})

test('a task that waits for a person over there, or ended with an error, says so here', async () => {
  const { mine, id } = await asleep()
  manus.asks(theirTask(), 'Qual loja?')
  await step(mine, id)
  expect((await viewTask(mine.owner, id)).state).toBe('waiting')
  manus.status(theirTask(), 'error')
  await step(mine, id)
  expect(await viewTask(mine.owner, id)).toMatchObject({ state: 'failed' })
})
