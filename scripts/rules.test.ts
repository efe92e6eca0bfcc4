import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { markedLine, plantedHooks } from './planted-hooks'
import { lintArguments } from './static-checks.mjs'

const root = resolve(__dirname, '..')
const tool = (path: string) => join(root, 'node_modules', path)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mascate-rules-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'lib'))
  for (const file of [
    '.oxlintrc.json',
    '.dependency-cruiser.cjs',
    'scripts/area-exceptions.json',
    'scripts/lint-rules.mjs',
    'scripts/money-paths.mjs',
    'scripts/plain-words.mjs',
    'lib/core/process/promise-finally.d.ts',
  ])
    cpSync(join(root, file), join(folder, file))
  const compilerOptions = {
    target: 'ES2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    jsx: 'react-jsx',
    types: [],
  }
  plant({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.tsx'] }),
    'package.json': '{}',
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plant(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

// Both tools end with an error code when they find something: what they print is the answer.
const run = (program: string, args: string[]) =>
  new Promise<string>((done) =>
    execFile(process.execPath, [program, ...args], { cwd: folder, maxBuffer: 2 ** 24 }, (_, output) => done(output)),
  )

async function brokenBoundaries(): Promise<string[]> {
  const output = await run(tool('dependency-cruiser/bin/dependency-cruise.mjs'), [
    '--output-type=json',
    '--no-progress',
    'app',
    'components',
    'lib',
    'middleware.ts',
  ])
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`))].sort()
}

async function brokenRules(given = ['--type-aware']): Promise<string[]> {
  const output = await run(tool('oxlint/bin/oxlint'), [...given, '--format=json'])
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  const matches = diagnostics.map(({ code, filename, labels }) => `${code}: ${filename}:${labels[0]!.span.line}`)
  return [...new Set(matches)].sort()
}

const sound = {
  'lib/core/db.ts': 'export const withOrganization = 1',
  'lib/core/money.ts': 'export const cents = 1',
  'lib/sales/orders/queries.ts':
    "import { withOrganization } from '../../core/db'\nexport const listOrders = withOrganization",
  'lib/sales/orders/actions.ts': 'export const placeOrderAction = 1',
  'lib/shopee/client.ts': "import { cents } from '../core/money'\nexport const call = cents",
  'lib/sandbox/server.ts': 'export const serve = 1',
  'lib/connect/sync/pull.ts': "import { call } from '../../shopee/client'\nexport const pull = call",
  'lib/testing/factories/factories.ts': 'export const make = 1',
  'lib/sales/orders/queries.test.ts':
    "import { make } from '../../testing/factories/factories'\nexport const used = make",
  'components/sales/orders/orders-screen.tsx':
    "import { placeOrderAction } from '../../../lib/sales/orders/actions'\nimport type { listOrders } from '../../../lib/sales/orders/queries'\nexport const screen = placeOrderAction as unknown as typeof listOrders",
  'components/ui/button.tsx': "import { cents } from '../../lib/core/money'\nexport const button = cents",
  'app/page.tsx': "import { screen } from '../components/sales/orders/orders-screen'\nexport default screen",
  'middleware.ts': "import { cents } from './lib/core/money'\nexport default cents",
}

test('every dependency rule finds its planted violation, and nothing in sound code', async () => {
  plant(sound)
  const planted: Record<string, [path: string, text: string][]> = {
    'no-cycles': [
      ['lib/catalog/stock/one.ts', "import { two } from './two'\nexport const one: number = two"],
      ['lib/catalog/stock/two.ts', "import { one } from './one'\nexport const two: number = one"],
    ],
    'lib-knows-no-screen': [['lib/catalog/stock/screen.ts', "export { button } from '../../../components/ui/button'"]],
    'components-know-no-app': [['components/sales/orders/page.tsx', "export { default } from '../../../app/page'"]],
    'ui-knows-no-domain': [
      ['components/ui/order.tsx', "export type { listOrders } from '../../lib/sales/orders/queries'"],
    ],
    'one-direction': [
      ['lib/core/period.ts', "export { listOrders } from '../sales/orders/queries'"],
      // An exception is an exception for one import alone.
      ['lib/sales/orders/late-payouts.ts', "export { pull } from '../../connect/sync/pull'"],
    ],
    'only-screens-import-actions': [
      ['lib/money/fees/act.ts', "export { placeOrderAction } from '../../sales/orders/actions'"],
    ],
    'screens-never-touch-the-database': [
      ['app/orders/page.tsx', "export { withOrganization } from '../../lib/core/db'"],
    ],
    'components-know-queries-by-type': [
      ['components/sales/orders/orders-table.tsx', "export { listOrders } from '../../../lib/sales/orders/queries'"],
    ],
    'shopee-is-a-leaf': [['lib/shopee/orders.ts', "export { listOrders } from '../sales/orders/queries'"]],
    'sandbox-is-a-leaf': [['lib/sandbox/store.ts', "export { withOrganization } from '../core/db'"]],
    'only-shops-and-sync-speak-shopee': [['lib/sales/orders/send.ts', "export { call } from '../../shopee/client'"]],
    'middleware-never-reaches-the-database': [
      ['middleware.ts', "export { listOrders as default } from './lib/sales/orders/queries'"],
    ],
    'testing-is-for-tests': [['lib/sales/orders/fake.ts', "export { make } from '../../testing/factories/factories'"]],
    'no-development-dependency-in-the-product': [['lib/sales/orders/check.ts', "export { test } from 'fast-check'"]],
    'nothing-unresolvable': [['lib/sales/orders/gone.ts', "export { gone } from './not-there'"]],
  }
  plant(Object.fromEntries(Object.values(planted).flat()))
  plant({ 'package.json': JSON.stringify({ devDependencies: { 'fast-check': '*' } }) })
  const result = await brokenBoundaries()
  for (const [rule, [[path]]] of Object.entries(planted) as [string, [[string, string]]][])
    expect(result).toContain(`${rule}: ${path}`)
  expect(result).toContain('one-direction: lib/sales/orders/late-payouts.ts')
  const paths = Object.values(planted).flatMap((files) => files.map(([path]) => path))
  expect(result.filter((line) => !paths.includes(line.slice(line.indexOf(': ') + 2)))).toEqual([])
}, 60_000)

test('the exceptions to the direction of the areas only become fewer, and each is still in use', () => {
  const exceptions = JSON.parse(readFileSync(join(root, 'scripts/area-exceptions.json'), 'utf8')) as {
    from: string
    to: string
    reason: string
  }[]
  expect(exceptions.length).toBeLessThanOrEqual(17)
  const unused = exceptions.filter(
    ({ from, to }) =>
      from.endsWith('.ts') && !readFileSync(join(root, from), 'utf8').includes(`'@/${to.replace(/\.ts$/, '')}'`),
  )
  expect(unused).toEqual([])
  expect(exceptions.filter(({ reason }) => !reason)).toEqual([])
})

// An amount that became a float is found in every money path; where a name says cents, in every file.
async function plantFloats() {
  const paths = JSON.parse(
    await run('--input-type=module', [
      '--eval',
      "import { moneyPaths } from './scripts/money-paths.mjs'; console.log(JSON.stringify(moneyPaths))",
    ]),
  ) as string[]
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const planted = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/deep/float.ts`))
  const named = ['components/sales/orders/float.tsx', 'app/orders/float.ts', 'lib/connect/drive/float.ts']
  const scaled = 'export const cents = (units: number, cost: number) => BigInt(Math.round(units * cost * 100))\n'
  const half = 'export const half = (line: { feeCents: number }) => Math.round(line.feeCents)\n'
  plant(Object.fromEntries([...planted.map((path) => [path, scaled]), ...named.map((path) => [path, half])]))
  return [
    ...planted.map((path) => `mascate(no-reais): ${path}:1`),
    ...named.map((path) => `mascate(no-float-money): ${path}:1`),
  ]
}

test('every lint rule finds its planted violation, every money path a float, and nothing is found in sound code', async () => {
  const floats = await plantFloats()
  plant({
    'lib/sales/orders/actions.ts':
      "'use server'\nimport { memberAction } from '../../identity/auth/define-action'\nexport const placeOrderAction = memberAction(1)\n",
    'lib/identity/auth/define-action.ts': 'export const memberAction = (schema: number) => schema\n',
    'components/sales/orders/total.tsx':
      "export const Total = ({ t }: { t: (key: string) => string }) => <p title={t('title')}>{t('total')} · 10%</p>\n",
    'lib/connect/sync/retry.test.ts':
      'declare const expect: (value: object) => void\nexpect({ retry: 2 })\nvi.setConfig({ retry: 0, testTimeout: 1 })\n',
    'lib/core/env.ts': 'export const url = process.env.DATABASE_URL\n',
    'lib/core/http/outbound.ts': "import http from 'node:http'\nexport const ask = http.request\n",
    'lib/connect/drive/answer.ts':
      "import type { IncomingMessage } from 'node:http'\nimport { isIP } from 'node:net'\nexport type Answer = IncomingMessage\nexport const is = isIP\n",
    'components/sales/orders/progress.ts': "export const progress = () => fetch('/api/imports')\n",
    'components/sales/orders/send.tsx':
      'export const Send = ({ send }: { send: () => Promise<void> }) => <button onClick={() => send()} />\n',
    'lib/sales/orders/waits.ts':
      'export const waits = (work: Promise<void>, end: () => Promise<void>) => work.finally(() => end())\n',
    'lib/sales/orders/kind.ts':
      "export function name(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n    default:\n      return 2\n  }\n}\n",
    'components/sales/orders/share.tsx': 'export const width = (share: number) => `${share * 100}%`\n',
  })
  plant(Object.fromEntries(Object.entries(plantedHooks).map(([rule, text]) => [`components/hooks/${rule}.tsx`, text])))
  plant({
    'components/sales/orders/text.tsx': 'export const Text = () => <p>Pedidos</p>\n',
    'components/sales/orders/quoted.tsx':
      "export const Quoted = ({ a }: { a: boolean }) => <p>{a ? 'Pedidos' : null}</p>\n",
    'components/sales/orders/attribute.tsx': 'export const Attribute = () => <p aria-label="Pedidos" />\n',
    'components/sales/orders/html.tsx': "export const Html = () => <p dangerouslySetInnerHTML={{ __html: '' }} />\n",
    'lib/catalog/stock/actions.ts': "'use server'\nexport async function open() {}\n",
    'lib/money/fees/actions.ts': 'export {}\n',
    'lib/catalog/stock/environment.ts': 'export const url = process.env.DATABASE_URL\n',
    'lib/catalog/stock/raw.ts':
      "declare const db: { $queryRawUnsafe(sql: string): number }\nexport const raw = db.$queryRawUnsafe('')\n",
    'lib/catalog/stock/client.ts': "export { PrismaClient } from '../../generated/prisma/client'\n",
    'lib/catalog/stock/floating.ts': 'export function run(work: () => Promise<void>) {\n  work()\n}\n',
    'lib/catalog/stock/switch.ts':
      "export function name(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n}\n",
    'lib/catalog/stock/misused.ts':
      'export const all = (work: (id: string) => Promise<void>) => ["a"].forEach((id) => work(id))\n',
    'lib/catalog/stock/loose.ts': 'export const loose = (value: any) => value\n',
    'lib/catalog/stock/unused.ts':
      'export function half(whole: number, _rest: number) {\n  const idle = 1\n  return whole / 2\n}\n',
    'components/sales/orders/picture.tsx': 'export const Picture = () => <img src="/a.png" alt="" />\n',
    'components/sales/orders/depends.tsx':
      "import { useEffect } from 'react'\nexport function Depends({ tell, id }: { tell: (id: string) => void; id: string }) {\n  useEffect(() => tell(id), [id])\n  return null\n}\n",
    'lib/catalog/stock/CamelCase.ts': 'export const camel = 1\n',
    'lib/catalog/stock/names.ts': 'export function handleOrder() {}\n',
    'lib/catalog/stock/packed.ts':
      'const b = 1\nconst kept = { b }\nexport const a = { ...{ b }, c: [...[b]] }\nexport const sound = { ...kept, ...(b && { b }) }\n',
    'lib/core/prose.test.ts':
      '// What is stored is stored once.\n\n/** Stored once. Of two the first counts. */\n\n' +
      '// A retry, told\n// to the caller.\n\n// The caller gets `told`, of which one is kept.\n' +
      "test('nobody waits', () => {})\ndescribe.each([1])(`who waits ${1}`, () => {})\nit('the first one of two waits', () => {})\n",
    'components/sales/orders/prose.tsx': 'export const Prose = () => <p>{/* Whoever reads. */}</p>\n',
    'components/sales/orders/packed.tsx': "export const Packed = () => <p {...{ id: 'a' }} />\n",
    'lib/catalog/stock/long.ts': 'export {}\n'.repeat(401),
    'app/orders/page.tsx': `export default function Page() {\n${'  void 0\n'.repeat(40)}  return null\n}\n`,
    'lib/connect/drive/out.ts': "export const out = () => fetch('https://example.com')\n",
    'lib/connect/drive/request.ts': "import https from 'node:https'\nexport const ask = https.request\n",
    'app/orders/connect.ts': "import { connect } from 'node:net'\nexport const ask = connect\n",
    'lib/money/fees/share.ts':
      'export const read = (text: string) => parseFloat(text)\n' +
      'export const cents = (reais: number) => reais * 100\n' +
      'export const tax = (priceCents: bigint, rate: number) => Number(priceCents) * rate\n' +
      'export const half = (line: { feeCents: number }) => Math.round(line.feeCents / 2)\n' +
      'export const text = (feeCents: number) => feeCents.toFixed(2)\n' +
      'export const reais = (feeCents: number) => feeCents / 100\n' +
      'export const sound = (feeCents: bigint) => feeCents * 100n + BigInt(Number(feeCents))\n',
    'lib/catalog/stock/retry.test.ts':
      "test('a', { retry: 2 }, () => {})\ntest.each([1])('b', { 'retry': 1 }, () => {})\nvi.setConfig({ retry: 3 })\n" +
      "test.describe.configure({ retries: 1 })\ntest('c', { retry: { count: 2 } }, () => {})\n",
    'vitest.config.mts': 'export default { test: { retry: 1 } }\n',
    'playwright.config.ts': 'export default { projects: [{ retries: 2 }], retries: 0 }\n',
    'e2e/wait.spec.ts':
      'export const wait = (page: { waitForTimeout(timeoutMs: number): number }) => page.waitForTimeout(1)\n',
  })
  const result = await brokenRules()
  expect(result).toEqual(
    [
      'mascate(no-literal-text): components/sales/orders/text.tsx:1',
      'mascate(no-literal-text): components/sales/orders/quoted.tsx:1',
      'mascate(no-literal-text): components/sales/orders/attribute.tsx:1',
      'mascate(no-html): components/sales/orders/html.tsx:1',
      'mascate(only-wrapped-actions): lib/catalog/stock/actions.ts:2',
      'mascate(only-wrapped-actions): lib/money/fees/actions.ts:1',
      'mascate(no-environment): lib/catalog/stock/environment.ts:1',
      'mascate(no-raw-sql): lib/catalog/stock/raw.ts:2',
      'eslint(no-restricted-imports): lib/catalog/stock/client.ts:1',
      'typescript(no-floating-promises): lib/catalog/stock/floating.ts:2',
      'typescript(switch-exhaustiveness-check): lib/catalog/stock/switch.ts:2',
      'typescript(no-misused-promises): lib/catalog/stock/misused.ts:1',
      ...Object.keys(plantedHooks).map((rule) => `react(${rule}): components/hooks/${rule}.tsx:${markedLine(rule)}`),
      ...floats,
      'typescript(no-explicit-any): lib/catalog/stock/loose.ts:1',
      'eslint(no-unused-vars): lib/catalog/stock/unused.ts:2',
      'next(no-img-element): components/sales/orders/picture.tsx:1',
      'react-hooks(exhaustive-deps): components/sales/orders/depends.tsx:3',
      'mascate(kebab-case-files): lib/catalog/stock/CamelCase.ts:1',
      'mascate(telling-names): lib/catalog/stock/names.ts:1',
      ...[1, 3, 5, 9, 10].map((line) => `mascate(plain-words): lib/core/prose.test.ts:${line}`),
      'mascate(plain-words): components/sales/orders/prose.tsx:1',
      'mascate(no-packed-spread): lib/catalog/stock/packed.ts:3',
      'mascate(no-packed-spread): components/sales/orders/packed.tsx:1',
      'eslint(no-restricted-globals): lib/connect/drive/out.ts:1',
      'eslint(no-restricted-imports): lib/connect/drive/request.ts:1',
      'eslint(no-restricted-imports): app/orders/connect.ts:1',
      'eslint(max-lines): lib/catalog/stock/long.ts:401',
      'eslint(max-lines): app/orders/page.tsx:43',
      'mascate(no-reais): lib/money/fees/share.ts:2',
      ...[1, 3, 4, 5, 6].map((line) => `mascate(no-float-money): lib/money/fees/share.ts:${line}`),
      'mascate(no-fixed-wait): e2e/wait.spec.ts:1',
      ...[1, 2, 3, 4, 5].map((line) => `mascate(no-retry): lib/catalog/stock/retry.test.ts:${line}`),
      'mascate(no-retry): vitest.config.mts:1',
      'mascate(no-retry): playwright.config.ts:1',
    ].sort(),
  )
}, 120_000)

test('the linter finds what the compiler would find: in code, tests, screens and descriptions of modules', async () => {
  plant({
    'lib/sold.ts': "export const sold: number = 'three'",
    'lib/sold.test.ts': "import { sold } from './sold'\nexport const text: string = sold",
    'components/sold.tsx': "export const missing = 1 as number\nexport { absent } from '../lib/sold'",
    'scripts/sold.d.mts': 'export function sell(count: number): Reprt',
  })
  expect(await brokenRules(lintArguments)).toEqual([
    'typescript(TS2305): components/sold.tsx:2',
    'typescript(TS2322): lib/sold.test.ts:2',
    'typescript(TS2322): lib/sold.ts:1',
    'typescript(TS2552): scripts/sold.d.mts:1',
  ])
})
