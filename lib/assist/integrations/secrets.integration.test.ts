import { POST as callFunction } from '@/app/api/functions/[name]/route'
import { GET as DESCRIBE } from '@/app/api/functions/route'
import { POST as MCP } from '@/app/api/mcp/route'
import { createToken } from '@/lib/identity/access-tokens/tokens'
import { getAgentTaskFor } from '../agent-tasks/task-view'
import { getAgentTasksFor } from '../agent-tasks/views'
import { getAssistantFor } from '../assistant/views'
import { getMember, type Member } from '@/lib/identity/auth/member'
import type { Role } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { encryptProviderKey } from '@/lib/identity/organization-keys/keys'
import { keyProviders } from '@/lib/identity/organization-keys/schema'
import { createTestTask as createManusTask, manus, openManus } from '@/lib/testing/harnesses/agent-harness'
import { gemini, openGemini, post, readAnswer } from '@/lib/testing/harnesses/assistant-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { changeSecret, createWebhook } from '../webhooks/endpoints'
import { integrationTabs } from './schema'
import { getIntegrationsFor } from './views'

openGemini()
openManus()

const keys = { gemini: 'key-GGGGGGGGGGGGGGGGGGGGGGGG-gggg', manus: 'key-MMMMMMMMMMMMMMMMMMMMMMMM-mmmm' }
const house = {
  GEMINI_API_KEY: 'key-HHHHHHHHHHHHHHHHHHHHHHHH-hhhh',
  MANUS_API_KEY: 'key-IIIIIIIIIIIIIIIIIIIIIIII-iiii',
}

const written = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    return inner instanceof Uint8Array
      ? `${Buffer.from(inner).toString('hex')} ${Buffer.from(inner).toString('base64')}`
      : inner
  })

/**
 * A company with a key of each maker, an address with two secrets and a token; and the texts of these that must stay
 * secret.
 */
async function makeCompany() {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  for (const provider of keyProviders)
    await withOrganization(company, (db) =>
      db.organizationKey.create({
        data: {
          organizationId,
          provider,
          encrypted: encryptProviderKey(organizationId, provider, keys[provider]),
          hint: keys[provider].slice(-4),
          setBy: owner.userId!,
        },
        select: { provider: true },
      }),
    )
  const { id, secret } = await createWebhook(owner, { url: 'http://127.0.0.1:9/hook', kinds: ['order.created'] })
  const { secret: changed } = await changeSecret(owner, { id })
  const token = (await createToken(owner, { name: 'Programa', scope: 'write', days: 7 })).secret
  const [kept] = await inspect<Record<string, string>>(
    organizationId,
    `SELECT (SELECT encode(hash, 'hex') FROM access_token) AS hash, (SELECT encode(hash, 'base64') FROM access_token) AS hash64,
      (SELECT string_agg(encrypted, ' ') FROM organization_key) AS encrypted, (SELECT secret || ' ' || former_secret FROM webhook_endpoint) AS webhooks`,
  )
  const hidden = [
    ...Object.values(keys),
    ...Object.values(house),
    secret,
    changed,
    token,
    kept!.hash,
    kept!.hash64,
    ...`${kept!.encrypted} ${kept!.webhooks}`.split(' '),
    env().ENCRYPTION_KEY,
    env().NEXTAUTH_SECRET,
  ] as string[]
  return { company, owner, token, hidden }
}

const call = (secret: string, body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
})

/** All that the three pages are made of, for this member. */
async function readPages(member: Member, taskId: string, threadId: string) {
  const tabs = []
  for (const tab of integrationTabs) tabs.push(await getIntegrationsFor(member, { tab }))
  return [
    ...tabs,
    await getAssistantFor(member, {}),
    await getAssistantFor(member, { t: threadId }),
    await getAgentTasksFor(member, {}),
    await getAgentTaskFor(member, taskId),
  ]
}

test('no page of these and no answer has a key, a secret or a hash; of a key its end alone, for who manages it', async () => {
  Object.assign(env(), house)
  const { company, owner, token, hidden } = await makeCompany()
  expect(hidden.every((one) => one.length > 15)).toBe(true)
  await signInAs(owner)
  const [streamed, kept] = (await post(owner, {})).body!.tee()
  const { threadId } = (await readAnswer(new Response(kept))).metadata!
  const taskId = await createManusTask(owner, { sections: ['sales'] })
  const answers = [
    await new Response(streamed).text(),
    await DESCRIBE().text(),
    ...(await Promise.all([
      callFunction(new Request('http://localhost:3000/x', call(token, { question: 'Quanto vendi?' })), {
        params: Promise.resolve({ name: 'gemini' }),
      }).then((answer) => answer.text()),
      MCP(
        new Request('http://localhost:3000/api/mcp', call(token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })),
      ).then((answer) => answer.text()),
    ])),
  ]
  expect(gemini.requests.map(({ key }) => key)).toContain(keys.gemini)
  const roles: Role[] = ['manager', 'viewer']
  for (const actor of [owner, ...(await Promise.all(roles.map((role) => addMember(company, role))))]) {
    await signInAs(actor)
    const pages = await readPages((await getMember())!, taskId, threadId!)
    const all = written([pages, answers])
    expect(hidden.filter((one) => all.includes(one) || all.includes(JSON.stringify(one).slice(1, -1)))).toEqual([])
    expect({ role: actor.role, hints: /gggg|mmmm/.test(all) }).toEqual({
      role: actor.role,
      hints: actor.role === 'owner',
    })
    expect(all).not.toMatch(/hhhh|iiii/)
  }
  expect(manus.tasks.size).toBe(0)
})
