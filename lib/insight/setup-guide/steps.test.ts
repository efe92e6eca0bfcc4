import { ROLES, scopeOf } from '@/lib/core/permissions'
import { listStepsOf, nextStep, setupSteps, stepFrom, stepKeys, type SetupFacts, type StepKey } from './steps'

const fresh: SetupFacts = {
  shops: 0,
  activeShops: 0,
  hasOrders: false,
  products: 0,
  costless: 0,
  costlessCents: 0n,
  listings: 0,
  unmapped: 0,
  unmappedCents: 0n,
  entities: 1,
  untaxed: 1,
  adsDays: 0,
  adsShops: 0,
  adsUnsaid: 0,
  people: 1,
  hasPayout: false,
  awaited: 0,
}
const through: SetupFacts = {
  shops: 1,
  activeShops: 1,
  hasOrders: true,
  products: 186,
  costless: 0,
  costlessCents: 0n,
  listings: 186,
  unmapped: 0,
  unmappedCents: 0n,
  entities: 1,
  untaxed: 0,
  adsDays: 0,
  adsShops: 0,
  adsUnsaid: 0,
  people: 1,
  hasPayout: true,
  awaited: 3,
}
const lackOf = (facts: SetupFacts, key: string) => setupSteps('owner', facts).find((step) => step.key === key)!.lack

test('a new company lacks every step and begins with a shop; one that is through has no next step, alone or not', () => {
  const steps = setupSteps('owner', fresh)
  expect(steps.map(({ key, lack }) => [key, lack !== null])).toEqual(stepKeys.map((key) => [key, true]))
  expect(nextStep(steps)).toMatchObject({ key: 'connect', href: '/dashboard/shops?new=1' })
  expect(setupSteps('owner', through).flatMap(({ key, lack }) => (lack ? [key] : []))).toEqual(['people'])
  expect(nextStep(setupSteps('owner', through))).toBeNull()
})

test('each step says what is missing and by how much', () => {
  expect(lackOf({ ...fresh, shops: 2 }, 'connect')).toMatchObject({ key: 'unauthorized', count: 2 })
  expect(lackOf({ ...through, unmapped: 9, unmappedCents: 5n }, 'products')).toEqual({
    key: 'listings',
    count: 9,
    of: 186,
    cents: 5n,
  })
  expect(lackOf({ ...through, costless: 112, costlessCents: 4_820_000n }, 'costs')).toEqual({
    key: 'products',
    count: 112,
    of: 186,
    cents: 4_820_000n,
  })
  expect(lackOf({ ...through, adsDays: 30, adsShops: 2 }, 'ads')).toMatchObject({ key: 'days', count: 30, of: 2 })
  expect(lackOf({ ...through, adsUnsaid: 1 }, 'ads')).toMatchObject({ key: 'unsaid', count: 1 })
  expect(lackOf({ ...through, adsDays: 3, adsShops: 1, adsUnsaid: 1 }, 'ads')).toMatchObject({ key: 'days' })
  expect(lackOf({ ...through, hasPayout: false }, 'payout')).toMatchObject({ key: 'awaited', count: 3 })
  expect(lackOf({ ...fresh, products: 1 }, 'ads')).toMatchObject({ key: 'orders' })
})

test('a rest of the listings comes after the costs of products that sell more, in the guide and on the pages', () => {
  const rest = { ...through, unmapped: 4, unmappedCents: 30_000n, costless: 186, costlessCents: 4_820_000n }
  const nextOf = (facts: SetupFacts) => nextStep(setupSteps('owner', facts))?.key
  expect(nextOf(rest)).toBe('costs')
  expect(nextOf({ ...rest, unmappedCents: 4_820_001n })).toBe('products')
  // Before any sale the larger number is more work done.
  expect(nextOf({ ...rest, unmappedCents: 0n, costlessCents: 0n })).toBe('costs')
  expect(nextOf({ ...rest, costless: 0, costlessCents: 0n })).toBe('products')
  const steps = setupSteps('owner', rest)
  expect(stepFrom(steps)).toMatchObject({ key: 'costs' })
  expect(stepFrom(steps, ['products'])).toMatchObject({ key: 'costs' })
  expect(stepFrom(steps, ['costs'])).toBeNull()
  // Where some costs are known there is a profit: pages lead on to the rest of the listings as ever.
  expect(stepFrom(setupSteps('owner', { ...rest, costless: 66 }))).toMatchObject({ key: 'products' })
})

test('orders of a sheet are a start as good as a shop', () => {
  expect(lackOf({ ...fresh, hasOrders: true }, 'connect')).toBeNull()
  expect(lackOf({ ...fresh, shops: 1, activeShops: 1 }, 'connect')).toBeNull()
})

test('a role has only the steps that it may do, and is led only where it may go', () => {
  const stepsOf = Object.fromEntries(ROLES.map((role) => [role, listStepsOf(role)]))
  expect(stepsOf).toEqual({
    owner: [...stepKeys],
    admin: [...stepKeys],
    manager: ['connect', 'products', 'costs', 'ads', 'payout'],
    operator: ['products'],
    finance: ['tax', 'ads', 'payout'],
    viewer: [],
    accountant: [],
  })
  expect(setupSteps('manager', fresh)[0]).toMatchObject({ href: '/dashboard/orders/import', other: null })
  expect(setupSteps('operator', fresh)[0]).toMatchObject({ href: '/dashboard/minha-empresa/mapeamento-produtos' })
})

test('the page of a step leads on once it is done, not before, and back to what it waits for', () => {
  const costless = setupSteps('owner', { ...through, costless: 1, untaxed: 1, adsUnsaid: 1 })
  expect(stepFrom(costless, ['products'])).toMatchObject({ key: 'costs' })
  expect(stepFrom(costless, ['costs'])).toBeNull()
  expect(stepFrom(costless, ['connect', 'ads'])).toBeNull()
  expect(stepFrom(setupSteps('owner', { ...through, untaxed: 1 }), ['costs'])).toMatchObject({ key: 'tax' })
  expect(stepFrom(setupSteps('owner', through), ['costs'])).toBeNull()
  expect(stepFrom(setupSteps('owner', fresh), ['connect'])).toBeNull()
  expect(stepFrom(setupSteps('owner', fresh), ['costs'])).toMatchObject({ key: 'connect' })
  expect(stepFrom(setupSteps('owner', { ...through, unmapped: 9, costless: 1 }), ['costs'])).toBeNull()
})

test('the way to the first profit: each page that is empty until then leads to what the company lacks', () => {
  const pages: Record<string, StepKey[]> = { import: ['connect'], mapping: ['products'], costs: ['costs'], orders: [] }
  const leads = (facts: SetupFacts) =>
    Object.values(pages).map((own) => stepFrom(setupSteps('owner', facts), own)?.key ?? null)
  const connected = { ...fresh, shops: 1, activeShops: 1, hasOrders: true, listings: 2, unmapped: 2 }
  const mapped = { ...connected, unmapped: 0, products: 2, costless: 2 }
  expect(leads(fresh)).toEqual([null, 'connect', 'connect', 'connect'])
  expect(leads(connected)).toEqual(['products', null, 'products', 'products'])
  expect(leads(mapped)).toEqual(['costs', 'costs', null, 'costs'])
  // With the first cost there is a profit: pages that show it lead on no more.
  expect(leads({ ...mapped, costless: 1 })).toEqual(['costs', 'costs', null, null])
  expect(leads({ ...mapped, costless: 0 })).toEqual(['tax', 'tax', 'tax', null])
})

test('products of an authorized shop come of its listings, which are on their way; without a shop they are typed', () => {
  const hrefOf = (facts: SetupFacts) => setupSteps('owner', facts).find(({ key }) => key === 'products')!.href
  expect(hrefOf({ ...fresh, shops: 1, activeShops: 1 })).toBe('/dashboard/minha-empresa/mapeamento-produtos')
  expect(hrefOf({ ...fresh, shops: 1 })).toBe('/dashboard/products/new')
})

test('no role without all sales reads an amount of them in a step', () => {
  const facts = { ...through, unmapped: 9, unmappedCents: 5n, costless: 9, costlessCents: 5n }
  const roles = ROLES.filter((role) => scopeOf(role, 'sales.read') !== 'all')
  const lacks = roles.flatMap((role) => setupSteps(role, facts).flatMap(({ lack }) => lack ?? []))
  expect(lacks).not.toEqual([])
  expect(lacks.filter(({ cents }) => cents !== 0n)).toEqual([])
})

test('unmapped listings come before missing costs of the same amount and number', () => {
  const same = { ...through, unmapped: 9, unmappedCents: 5n, costless: 9, costlessCents: 5n }
  expect(nextStep(setupSteps('owner', same))?.key).toBe('products')
})
