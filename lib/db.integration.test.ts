import { createHash } from 'node:crypto'
import pg from 'pg'
import { runAlone, withOrganization, withoutOrganization, writeOnce, type Actor } from './db'
import { Prisma } from './generated/prisma/client'
import { newId } from './ids'
import { listEntities } from './settings/queries'
import { createTestOrganization } from './testing/factories'
import { inspect } from './testing/database'

const withKey = (actor: Actor, key: string, body: string): Actor => ({
  ...actor,
  request: { route: 'test', key, bodyHash: createHash('sha256').update(body).digest() },
})

const addExpense = (actor: Actor) =>
  writeOnce(actor, async (db) => {
    const { id } = await db.expense.create({
      data: {
        organizationId: actor.organizationId,
        id: newId(),
        description: 'Fita',
        amountCents: 1n,
        kind: 'fixed',
        dueOn: new Date('2026-11-21'),
      },
      select: { id: true },
    })
    return { id }
  })

const countExpenses = async (organizationId: string) =>
  (await inspect<{ n: number }>(organizationId, 'SELECT count(*)::int AS n FROM expense'))[0]!.n

test('the same key fifty times at once writes once and answers the same', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 50 }, () => addExpense(withKey(owner, key, 'a'))))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await countExpenses(organizationId)).toBe(1)
})

test('a key with another body is refused, and a failed call leaves its key free', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const key = newId()
  await expect(
    writeOnce(withKey(owner, key, 'a'), async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  await addExpense(withKey(owner, key, 'a'))
  await expect(addExpense(withKey(owner, key, 'b'))).rejects.toMatchObject({ code: 'keyReused' })
  expect(await countExpenses(organizationId)).toBe(1)
})

test('a key of one organization means nothing in another', async () => {
  const first = await createTestOrganization()
  const second = await createTestOrganization()
  const key = newId()
  await addExpense(withKey(first.owner, key, 'a'))
  await addExpense(withKey(second.owner, key, 'a'))
  expect(await countExpenses(second.organizationId)).toBe(1)
})

test('order numbers are taken one by one, by organization and year, whatever happens at once', async () => {
  const { organizationId } = await createTestOrganization()
  const take = (year: number) =>
    runAlone<{ number: number }>({ organizationId }, Prisma.sql`SELECT next_order_number(${year}) AS number`)
  const numbers = await Promise.all(Array.from({ length: 30 }, () => take(2026)))
  expect(numbers.map(([row]) => row!.number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1),
  )
  expect(await take(2027)).toEqual([{ number: 1 }])
})

test('the tenant ends with its transaction: the next one on the connection sees nothing', async () => {
  const { organizationId } = await createTestOrganization()
  await withOrganization({ organizationId }, (db) => db.organization.findMany({ select: { id: true } }))
  const find = { select: { id: true } } as const
  // First: another organization would take the place of one that stayed.
  expect(await withoutOrganization((db) => db.organization.findMany(find))).toEqual([])
  expect(await withOrganization({ organizationId: newId() }, (db) => db.organization.findMany(find))).toEqual([])
})

test('a connection is asked for one statement at a time, also for a record with several relations', async () => {
  const { organizationId } = await createTestOrganization()
  const running = new Map<unknown, number>()
  let [asked, most] = [0, 0]
  const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const answer = ask.apply(this, given)
    if (!(answer instanceof Promise)) return answer
    running.set(this, (running.get(this) ?? 0) + 1)
    most = Math.max(most, running.get(this)!)
    asked += 1
    return answer.finally(() => running.set(this, running.get(this)! - 1))
  })
  const [entity] = await withOrganization({ organizationId }, (db) => listEntities(db, organizationId))
  spy.mockRestore()
  expect(entity!.channels).toHaveLength(1)
  expect({ several: asked > 4, most }).toEqual({ several: true, most: 1 })
})
