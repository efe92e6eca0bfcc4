import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { hashPassword } from '../lib/identity/auth/password'
import { inspect, withOwner } from '../lib/testing/harnesses/database'
import { openReceiver } from '../lib/testing/harnesses/webhook-harness'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
const PASSWORD = 'trilho lento abre a porta'
const named = (text: string, name: string) => text.replace('{name}', name)

async function listTools(baseURL: string, secret: string) {
  const client = new Client({ name: 'a browser test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', baseURL), { requestInit }))
  return client
}

for (const { language, tag } of languagesOf('pt')) {
  test(
    `a token is made, shown once, used by an assistant over MCP, and revoked (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      const { apis, proposals, security, tools } = texts[language]
      const { tokens, mcp } = apis
      const hash = await hashPassword(PASSWORD)
      await withOwner((owner) =>
        owner.query('update app_user set password_hash = $2 where id = $1', [organization.owner.userId, hash]),
      )
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/apis')
      await page.getByRole('link', { name: apis.tabs.programs }).click()
      await expect(page.getByText(tokens.empty)).toBeVisible()
      await expect(page.getByText(mcp.title)).toBeVisible()
      await page.getByText(mcp.clients.cursor).first().click()
      await expectAccessible(page, 'the programs’ tab')

      await page.getByRole('button', { name: tokens.create.button }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: tokens.create.submit }).click()
      await expect(form.getByLabel(tokens.create.name)).toHaveAttribute('aria-invalid', 'true')
      await form.getByLabel(tokens.create.name).fill('Planilha')
      await form.getByLabel(tokens.create.scope).selectOption('write')
      const password = form.getByLabel(security.secondStep.password)
      await password.fill('outra frase bem comprida')
      await form.getByRole('button', { name: tokens.create.submit }).click()
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await expect(form.getByLabel(tokens.create.name)).toHaveValue('Planilha')
      await password.fill(PASSWORD)
      await expectAccessible(page, 'a new token')
      await form.getByRole('button', { name: tokens.create.submit }).click()
      const shown = page.getByRole('dialog', { name: tokens.secret.title })
      const secret = await shown.getByLabel(tokens.secret.label).inputValue()
      expect(secret).toMatch(/^mct_[\w-]{43}$/)
      await expectAccessible(page, 'a token shown once')
      await shown.getByRole('button', { name: tokens.secret.done }).click()
      expect(await page.content()).not.toContain(secret)
      await page.reload()
      const row = page.getByRole('row', { name: /Planilha/ })
      await expect(row).toContainText(tokens.states.active)
      await expect(row).toContainText(tokens.never)

      const client = await listTools(baseURL!, secret)
      const offered = (await client.listTools()).tools.map(({ name }) => name)
      const reading = offered.filter((name) => !name.startsWith('propose_'))
      expect(reading.toSorted()).toEqual(Object.keys(tools.names).toSorted())
      for (const name of reading) expect((await client.callTool({ name, arguments: {} })).isError, name).toBeFalsy()

      const expense = { description: 'Fita adesiva', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }
      for (const _ of [1, 2]) await client.callTool({ name: 'propose_expense', arguments: expense })
      await page.reload()
      await expect(row).not.toContainText(tokens.never)
      const waiting = page.locator('section').filter({ hasText: proposals.title }).getByRole('listitem')
      await expect(waiting).toHaveCount(2)
      await expect(waiting.first()).toContainText(language === 'pt' ? 'R$ 12,90' : 'R$12.90')
      await expectAccessible(page, 'drafts that wait')
      await waiting.first().getByRole('button', { name: proposals.confirm }).click()
      await expect(waiting).toHaveCount(1)
      await waiting.first().getByRole('button', { name: proposals.refuse }).click()
      await expect(waiting).toHaveCount(0)
      expect(await inspect(organization.organizationId, 'SELECT amount_cents::int AS cents FROM expense')).toEqual([
        { cents: 1290 },
      ])

      await page.getByRole('button', { name: named(tokens.revoke.of, 'Planilha') }).click()
      await expectAccessibleInFull(page)
      await page.getByRole('alertdialog').getByRole('button', { name: tokens.revoke.confirm }).click()
      await expect(row).toContainText(tokens.states.revoked)
      await expect(client.listTools()).rejects.toThrow(/401|no valid token/)
    },
  )

  test(
    `a key is stored encrypted and tested, functions are described, and a webhook is called (${language})`,
    { tag },
    async ({ page, baseURL, signIn, request }) => {
      const { apis } = texts[language]
      const { keys, webhooks } = apis
      const receiver = await openReceiver()
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/apis')
      const gemini = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Gemini' }) })
      await expect(gemini).toContainText(apis.states.notSet)
      await expectAccessibleInFull(page)

      const key = 'AIza-a-key-of-a-browser-test-4321'
      await gemini.getByRole('button', { name: keys.set }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: keys.form.submit }).click()
      await expect(form.getByLabel(keys.form.label)).toHaveAttribute('aria-invalid', 'true')
      await form.getByLabel(keys.form.label).fill(key)
      await form.getByRole('button', { name: keys.form.submit }).click()
      await expect(form.getByRole('button', { name: keys.form.keepAnyway })).toBeVisible()
      await expectAccessible(page, 'a key that does not answer')
      await form.getByRole('button', { name: keys.form.keepAnyway }).click()
      await expect(gemini).toContainText('4321')
      expect(await page.content()).not.toContain(key.slice(0, -4))
      await gemini.getByRole('button', { name: named(apis.test.of, 'Gemini') }).click()
      await expect(gemini.locator('[aria-live]')).toContainText(/\w/)
      await expectAccessibleInFull(page)

      await page.getByRole('link', { name: apis.tabs.functions }).click()
      await expect(page.getByText('test-integration')).toBeVisible()
      await expectAccessible(page, 'the functions’ tab')
      const described = (await (await request.get('/api/functions')).json()) as { paths: object }
      expect(Object.keys(described.paths)).toContain('/api/functions/test-integration')

      await page.getByRole('link', { name: apis.tabs.webhooks }).click()
      await expect(page.getByText(webhooks.empty)).toBeVisible()
      await expectAccessibleInFull(page)
      await page.getByRole('button', { name: webhooks.create }).click()
      const draft = page.getByRole('dialog')
      await draft.getByLabel(webhooks.form.url).fill('https://10.0.0.1/hook')
      await draft.getByRole('button', { name: webhooks.form.create }).click()
      await expect(draft.getByLabel(webhooks.form.url)).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page, 'a webhook that is refused')
      await draft.getByLabel(webhooks.form.url).fill(receiver.url)
      await draft.getByRole('button', { name: webhooks.form.create }).click()
      const shown = page.getByRole('dialog', { name: webhooks.secretShown.title })
      const secret = await shown.getByLabel(webhooks.secretShown.label).inputValue()
      await shown.getByRole('button', { name: webhooks.secretShown.done }).click()
      expect(await page.content()).not.toContain(secret)
      await page.getByRole('button', { name: webhooks.test, exact: true }).click()
      await expect(page.getByRole('row').filter({ hasText: webhooks.log.states.delivered })).toBeVisible()
      expect(receiver.received[0]?.headers['mascate-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
      await expectAccessible(page, 'a webhook and its log')
      receiver.close()
    },
  )
}
