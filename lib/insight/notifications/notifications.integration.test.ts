import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { openSession } from '@/lib/identity/auth/open-session'
import { rememberDevice } from '@/lib/identity/auth/known-device'
import { failImport } from '@/lib/connect/order-imports/check-import'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { deliver, openMailbox, received } from '@/lib/testing/fakes/mailbox'
import { clearRequest, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { markNoticesReadAction, setNoticePreferenceAction } from './actions'
import { notifyDeletionPlanned, notifyImportFinished, notifyMemberJoined } from '@/lib/identity/notices/causes'
import { noticeKinds, type NoticeKind } from '@/lib/identity/notices/kinds'
import { notify } from '@/lib/identity/notices/notify'
import { listNoticePreferencesFor } from '@/lib/identity/notices/preferences'
import { countUnreadFor, getLatestFor, listNoticesFor } from './queries'

openMailbox()

let mine: TestOrganization
let organizationId: string
beforeEach(async () => {
  mine = await createTestOrganization()
  organizationId = mine.organizationId
})

// Jobs that one test leaves in the queue are not the next one's.
afterEach(deliver)

const lowStock = { kind: 'lowStock', data: { count: 3 } } as const
const notifyAbout = (key: string, more: { userIds?: string[] } = {}) =>
  withOrganization(mine, (db) => notify(db, organizationId, { ...lowStock, key, ...more }))
const kindsSeenBy = async (actor: Actor) => (await getLatestFor(actor)).latest.map(({ kind }) => kind)
const rows = () =>
  inspect<{ user_id: string; kind: NoticeKind; key: string; in_product: boolean }>(
    organizationId,
    'select * from notification where organization_id = current_organization()',
  )
async function prefer(actor: Actor, kind: NoticeKind, channel: 'inProduct' | 'byMail', on: boolean) {
  await signInAs(actor)
  return setNoticePreferenceAction(envelope(actor), { kind, channel, on })
}
const subjects = () => received.map(({ source }) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(source)![1])

describe('a notification', () => {
  test('is sent once, however many concurrent causes there are, in the product and by mail', async () => {
    const manager = await addMember(mine, 'manager')
    await prefer(mine.owner, 'lowStock', 'byMail', true)
    await Promise.all(Array.from({ length: 20 }, () => notifyAbout('2026-11-21')))
    expect((await rows()).map((row) => row.user_id).toSorted()).toEqual([mine.owner.userId, manager.userId].toSorted())
    await deliver()
    expect(received).toHaveLength(1)
    await notifyAbout('2026-11-22')
    expect(await rows()).toHaveLength(4)
  })

  test('goes with its cause: a rollback sends nothing', async () => {
    await prefer(mine.owner, 'lowStock', 'byMail', true)
    const failing = withOrganization(mine, async (db) => {
      await notify(db, organizationId, { ...lowStock, key: 'a' })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    await deliver()
    expect([await rows(), received]).toEqual([[], []])
  })

  test('reaches no member of another organization, even one whose id the cause names', async () => {
    const other = await createTestOrganization()
    await notifyAbout('a', { userIds: [other.owner.userId!, mine.owner.userId!] })
    expect((await rows()).map((row) => row.user_id)).toEqual([mine.owner.userId])
    expect(await kindsSeenBy({ ...other.owner })).toEqual([])
    expect(await getLatestFor({ ...mine.owner, organizationId: other.organizationId })).toEqual({
      unread: 0,
      latest: [],
    })
  })

  test('is dropped for readers whose visibility has changed: neither the bell nor the mail contains the earlier sum', async () => {
    const finance = await addMember(mine, 'finance')
    const due = { kind: 'expenseDue', data: { count: 1, cents: '100', until: '2026-11-24' } } as const
    const userIds = [finance.userId!]
    await withOrganization(mine, (db) => notify(db, organizationId, { ...due, key: 'a', userIds }))
    await inspect(organizationId, `update membership set role = 'accountant' where user_id = $1`, userIds)
    await deliver()
    expect(received).toEqual([])
    const accountant: Actor = { ...finance, role: 'accountant', legalEntityIds: [] }
    expect([await kindsSeenBy(accountant), await countUnreadFor(accountant)]).toEqual([[], 0])
    await withOrganization(mine, (db) =>
      notify(db, organizationId, { ...due, key: 'b', userIds, legalEntityIds: null }),
    )
    expect((await rows()).map(({ key }) => key)).toEqual(['a'])
    await withOrganization(mine, (db) => notify(db, organizationId, { ...due, key: 'c', userIds, legalEntityIds: [] }))
    await deliver()
    expect([await kindsSeenBy(accountant), received.length]).toEqual([['expenseDue'], 1])
  })

  test('reaches no role without the right, and leaves the bell of who loses it', async () => {
    const [finance, operator] = [await addMember(mine, 'finance'), await addMember(mine, 'operator')]
    const due = { kind: 'expenseDue', key: 'a', data: { count: 1, cents: '100', until: '2026-11-24' } } as const
    await withOrganization(mine, (db) => notify(db, organizationId, due))
    expect([await kindsSeenBy(finance), await kindsSeenBy(operator)]).toEqual([['expenseDue'], []])
    expect((await rows()).some((row) => row.user_id === operator.userId)).toBe(false)
    const demoted: Actor = { ...finance, role: 'operator' }
    expect([await kindsSeenBy(demoted), await countUnreadFor(demoted)]).toEqual([[], 0])
  })
})

describe('a kind that is switched off', () => {
  test('in both channels leaves neither a row nor a mail', async () => {
    expect(await prefer(mine.owner, 'lowStock', 'inProduct', false)).toEqual({ ok: true, data: null })
    await notifyAbout('a')
    await deliver()
    expect([await rows(), received]).toEqual([[], []])
  })

  test('in the product alone still goes by mail, once, and not to the bell', async () => {
    await prefer(mine.owner, 'lowStock', 'byMail', true)
    await prefer(mine.owner, 'lowStock', 'inProduct', false)
    await notifyAbout('a')
    await notifyAbout('a')
    await deliver()
    expect(received).toHaveLength(1)
    expect(await getLatestFor(mine.owner)).toEqual({ unread: 0, latest: [] })
  })

  test.each([
    ['newDevice', 'byMail'],
    ['deletionPlanned', 'inProduct'],
    ['deletionPlanned', 'byMail'],
  ] as const)('is never %s %s', async (kind, channel) => {
    expect(await prefer(mine.owner, kind, channel, false)).toMatchObject({ ok: false, error: 'invalidInput' })
    const line = (await listNoticePreferencesFor(mine.owner)).find((preference) => preference.kind === kind)!
    expect(line.channels[channel]).toEqual({ on: true, always: true })
  })

  test('is asked about the kinds of the role alone, and no other can be set', async () => {
    const operator = await addMember(mine, 'operator')
    const listed = async (actor: Actor) => (await listNoticePreferencesFor(actor)).map(({ kind }) => kind)
    expect(await listed(mine.owner)).toEqual(noticeKinds)
    expect(await listed(operator)).toEqual([
      'lowStock',
      'lateShipment',
      'morning',
      'invoiceRefused',
      'pickupFailed',
      'pickupLate',
      'platformCancel',
      'listingBlocked',
      'newDevice',
      'signInsBlocked',
      'oversold',
      'deletionPlanned',
    ])
    expect(await prefer(operator, 'expenseDue', 'inProduct', true)).toMatchObject({ error: 'permissionDenied' })
    expect(
      await inspect(organizationId, 'select 1 from notification_preference where user_id = $1', [operator.userId]),
    ).toEqual([])
  })

  test('is one channel of one kind: the others keep what holds', async () => {
    await prefer(mine.owner, 'expenseDue', 'inProduct', false)
    const line = (await listNoticePreferencesFor(mine.owner)).find(({ kind }) => kind === 'expenseDue')!
    expect(line.channels).toEqual({ inProduct: { on: false, always: false }, byMail: { on: true, always: false } })
  })
})

describe('a mail', () => {
  beforeEach(() => prefer(mine.owner, 'lowStock', 'byMail', true))
  const setUser = (sql: string) => withOwner((db) => db.query(sql, [mine.owner.userId]))

  test("is in its reader's language and leads to the rows", async () => {
    await setUser(`update app_user set language = 'en' where id = $1`)
    await notifyAbout('a')
    await deliver()
    expect(subjects()).toEqual(['3 products low in stock'])
    expect(received[0]!.source.replace(/=\r?\n/g, '')).toContain('/dashboard/minha-empresa/produtos?stock=3Dlow')
  })

  test('is not sent to who lost the right, switched it off or left before it went out', async () => {
    const [demoted, quiet, gone] = [
      await addMember(mine, 'manager'),
      await addMember(mine, 'manager'),
      await addMember(mine, 'manager'),
    ]
    await prefer(mine.owner, 'lowStock', 'byMail', false)
    for (const actor of [demoted, quiet, gone]) await prefer(actor, 'importFinished', 'byMail', true)
    const done = { id: newId(), fileName: 'pedidos.xlsx', kind: 'orders' as const }
    for (const actor of [demoted, quiet, gone])
      await withOrganization(mine, (db) =>
        notifyImportFinished(db, organizationId, 'done', { ...done, createdBy: actor.userId }),
      )
    await inspect(organizationId, `update membership set role = 'viewer' where user_id = $1`, [demoted.userId])
    await prefer(quiet, 'importFinished', 'byMail', false)
    await inspect(organizationId, 'delete from membership where user_id = $1', [gone.userId])
    await deliver()
    expect(received).toEqual([])
  })
})

describe('the causes', () => {
  test('an import that stops is reported to the sender of the sheet, and to no other member', async () => {
    const manager = await addMember(mine, 'manager')
    const importId = newId()
    const fileId = newId()
    await inspect(
      organizationId,
      `insert into import (organization_id, id, file_id, file_name, state, created_by) values ($1, $2, $3, 'pedidos.xlsx', 'applying', $4)`,
      [organizationId, importId, fileId, manager.userId],
    )
    const actor = systemActor(organizationId, manager.userId)
    await asWorker(() =>
      withOrganization(actor, (db) => failImport(db, actor, importId, { code: 'unexpected', reference: 'abc' })),
    )
    expect(await getLatestFor(manager)).toMatchObject({
      unread: 1,
      latest: [{ kind: 'importFinished', data: { importId, fileName: 'pedidos.xlsx', outcome: 'failed' } }],
    })
    expect(await kindsSeenBy(mine.owner)).toEqual([])
  })

  test('a new member is reported to those who manage people, not to the newcomer', async () => {
    const admin = await addMember(mine, 'admin')
    await withOrganization(mine, (db) => notifyMemberJoined(db, organizationId, admin.userId!))
    const manager = await addMember(mine, 'manager')
    expect(await kindsSeenBy(mine.owner)).toEqual(['memberJoined'])
    expect([await kindsSeenBy(admin), await kindsSeenBy(manager)]).toEqual([[], []])
  })

  test('a planned deletion is reported to everybody, with any settings', async () => {
    const viewer = await addMember(mine, 'viewer')
    await withOrganization(mine, (db) => notifyDeletionPlanned(db, organizationId, new Date('2026-12-05T01:00:00Z')))
    for (const actor of [mine.owner, viewer])
      expect((await getLatestFor(actor)).latest).toMatchObject([
        { kind: 'deletionPlanned', data: { on: '2026-12-04' } },
      ])
  })

  test('a sign-in on a device not known before is reported, also by mail, with any settings; the first one and a known one are not', async () => {
    const userId = mine.owner.userId!
    await openSession(userId, 'password')
    expect(await rows()).toEqual([])
    await openSession(userId, 'password')
    expect(await rows()).toEqual([])

    await prefer(mine.owner, 'newDevice', 'inProduct', false)
    clearRequest()
    setRequestHeader(
      'user-agent',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    )
    await openSession(userId, 'password')
    await deliver()
    expect(received).toHaveLength(1)
    expect(received[0]!.source).toContain('Chrome')
    expect(await kindsSeenBy(mine.owner)).toEqual([])

    clearRequest()
    await rememberDevice(userId)
    await openSession(userId, 'password')
    await deliver()
    expect(received).toHaveLength(1)
  })
})

describe('the bell', () => {
  test('counts what is unread, and what is read is so for its reader alone', async () => {
    const manager = await addMember(mine, 'manager')
    for (const key of ['a', 'b', 'c']) await notifyAbout(key)
    const { unread, latest } = await getLatestFor(mine.owner)
    expect([unread, latest.length]).toEqual([3, 3])
    await signInAs(manager)
    expect(await markNoticesReadAction(envelope(mine), { ids: [latest[0]!.id] })).toEqual({ ok: true, data: null })
    expect(await countUnreadFor(mine.owner)).toBe(3)
    await signInAs(mine.owner)
    await markNoticesReadAction(envelope(mine), { ids: [latest[0]!.id] })
    expect([await countUnreadFor(mine.owner), await countUnreadFor(manager)]).toEqual([2, 3])
    await markNoticesReadAction(envelope(mine), { ids: null })
    expect([await countUnreadFor(mine.owner), await countUnreadFor(manager)]).toEqual([0, 3])
  })

  test('all of them stand in pages, each once, forwards and back', async () => {
    for (let i = 0; i < 5; i += 1) await notifyAbout(`key-${i}`)
    const first = await listNoticesFor(mine.owner, {}, 2)
    const second = await listNoticesFor(mine.owner, { after: first.next! }, 2)
    const third = await listNoticesFor(mine.owner, { after: second.next! }, 2)
    const ids = [first, second, third].flatMap(({ rows: result }) => result.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
    expect([first.previous, third.next]).toEqual([null, null])
    expect((await listNoticesFor(mine.owner, { before: third.previous! }, 2)).rows).toEqual(second.rows)
    expect((await listNoticesFor(mine.owner, { after: 'nonsense' }, 2)).rows).toEqual(first.rows)
  })
})
