import { execFileSync } from 'node:child_process'

type Plan = { url: string; product: Record<string, string>; own: Record<string, string> } | null

const SECRETS = {
  NEXTAUTH_SECRET: 'the secret of sessions',
  ENCRYPTION_KEY: 'the key of what is encrypted',
  DATABASE_URL: 'postgresql://mascate_app@host/mascate',
}

/** In a process of its own, as the supervisor runs it: these scripts are plain JavaScript. */
function plan(env: Record<string, string>, address = 'http://localhost:3000'): Plan {
  const program = `
    import { planSandbox } from './scripts/sandbox.mjs'
    const made = { SHOPEE_SANDBOX_PARTNER_KEY: 'a made key', SHOPEE_SANDBOX_PUSH_KEY: 'a made push key' }
    const urls = { DATABASE_SANDBOX_URL: 'postgresql://mascate_sandbox@host/mascate' }
    const env = ${JSON.stringify({ ...SECRETS, ...env })}
    const plan = await planSandbox({ env, made, urls, address: '${address}', say() {} })
    console.log(JSON.stringify(plan))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  ) as Plan
}

test('without an app of its own the product gets the sandbox, on this computer', () => {
  const sandbox = plan({ SHOPEE_SANDBOX_PORT: '39471', LOG_LEVEL: 'warn' })!
  expect(sandbox.product).toEqual({
    SHOPEE_PARTNER_ID: '1000001',
    SHOPEE_PARTNER_KEY: 'a made key',
    SHOPEE_PUSH_PARTNER_KEY: 'a made push key',
    SHOPEE_API_URL: sandbox.url,
    SHOPEE_AUTH_URL: `${sandbox.url}/auth`,
    SHOPEE_PICTURE_HOSTS: sandbox.url,
    SHOPEE_SANDBOX: '1',
  })
  expect(sandbox.own).toEqual({
    LOG_LEVEL: 'warn',
    SHOPEE_PARTNER_ID: '1000001',
    SHOPEE_PARTNER_KEY: 'a made key',
    SHOPEE_PUSH_PARTNER_KEY: 'a made push key',
    DATABASE_SANDBOX_URL: 'postgresql://mascate_sandbox@host/mascate',
    SHOPEE_SANDBOX_PORT: new URL(sandbox.url).port,
    SHOPEE_PICTURE_URL: `${sandbox.url}/file/`,
    SHOPEE_PUSH_URL: 'http://localhost:3000/api/shopee/webhook',
  })
})

test.each([
  ['http://localhost:3000', '127.0.0.1'],
  ['http://127.0.0.1:3000', 'localhost'],
  ['https://mascate.example.com', '127.0.0.1'],
])('a browser that is signed in at %s finds the sandbox under another name', (address, name) => {
  const { product, own } = plan({ SHOPEE_SANDBOX: '1' }, address)!
  for (const reached of [product.SHOPEE_AUTH_URL!, product.SHOPEE_PICTURE_HOSTS!, own.SHOPEE_PICTURE_URL!])
    expect(new URL(reached).hostname).toBe(name)
})

test('no secret of the product reaches the sandbox', () => {
  const { own } = plan({})!
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify(own)).not.toContain(secret)
})

test.each([
  ['with an app of its own', { SHOPEE_PARTNER_ID: '2001887' }],
  ['behind a public address', { NEXTAUTH_URL: 'https://mascate.example.com' }],
])('%s no sandbox is started', (_name, env) => {
  expect(plan(env)).toBeNull()
})

test('behind a public address it is started where that is asked for', () => {
  expect(plan({ NEXTAUTH_URL: 'https://mascate.example.com', SHOPEE_SANDBOX: '1' })).not.toBeNull()
})
