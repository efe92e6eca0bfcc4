import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failingAs } from '@/components/ui/failing-as'
import { forShops } from '@/components/connect/shops/shop-failure'
import type { ActionResult, ErrorCode } from '@/lib/core/errors'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'

/** The action of each call whose failure has a text of its own, and that text's code. */
const failures: Record<string, ErrorCode> = {
  createExpenseAction: 'expenseAddFailed',
  updateExpenseAction: 'expenseUpdateFailed',
  markExpenseAction: 'expenseUpdateFailed',
  markExpensesAction: 'expenseUpdateFailed',
  voidExpenseAction: 'expenseUpdateFailed',
  restoreExpenseAction: 'expenseUpdateFailed',
  createProductAction: 'productSaveFailed',
  updateProductAction: 'productSaveFailed',
  placeOrderAction: 'orderSaveFailed',
  editOrderAction: 'orderSaveFailed',
  createShopAction: 'shopConnectFailed',
  updateShopAction: 'shopConnectFailed',
  authorizeShopAction: 'authorizationStartFailed',
}

const sources = readdirSync('components', { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join('components', path), 'utf8') }))

test.each(Object.entries(failures))('wherever %s is called, its failure is %s', (action, code) => {
  const callers = sources.filter(({ text }) => new RegExp(`\\b${action}\\b`).test(text))
  expect(callers.length).toBeGreaterThan(0)
  for (const { text, path } of callers) {
    const calls = [...text.matchAll(new RegExp(`(\\w+)\\(\\s*${action}\\b(?:,\\s*'(\\w+)')?`, 'g'))]
    expect({ path, calls: calls.map(([, by, of]) => [['failingAs', 'forShops'].includes(by!), of]) }).toEqual({
      path,
      calls: calls.map(() => [true, code]),
    })
    expect(calls.length).toBeGreaterThan(0)
  }
  expect(en.errors[code as keyof typeof en.errors]).toMatch(/^Failed to /)
  expect(pt.errors[code as keyof typeof pt.errors]).not.toBe(en.errors[code as keyof typeof en.errors])
})

const failing = (error: ErrorCode) => async (): Promise<ActionResult<string>> =>
  Promise.resolve({ ok: false, error } as ActionResult<string>)
test.each<[string, ErrorCode, ErrorCode]>([
  ['an unexpected failure', 'unexpected', 'shopConnectFailed'],
  ['a refused input', 'invalidInput', 'invalidInput'],
  ['a database that is away', 'unavailable', 'unavailable'],
])('%s of a call ends in the text of its domain, and a known one in its own', async (_, error, shown) => {
  expect(await failingAs(failing(error), 'shopConnectFailed')('', '')).toMatchObject({ ok: false, error: shown })
  expect(await forShops(failing(error), 'shopConnectFailed')('', '')).toMatchObject({ ok: false, error: shown })
})

test('a missing right is said in the words of shops, and a success stays one', async () => {
  expect(await forShops(failing('permissionDenied'), 'unexpected')('', '')).toMatchObject({
    error: 'shopPermissionDenied',
  })
  const done = () => Promise.resolve({ ok: true, data: 'x' } as ActionResult<string>)
  expect(await forShops(done, 'unexpected')('', '')).toEqual({ ok: true, data: 'x' })
})
