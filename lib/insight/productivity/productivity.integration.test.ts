import { getMember } from '@/lib/identity/auth/member'
import { ROLES } from '@/lib/core/permissions'
import { newId } from '@/lib/core/ids'
import { setProductivityAction } from '@/lib/identity/settings/actions'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { listChangesFor } from '@/lib/insight/audit-log/views'
import { switchProductivity } from '@/lib/testing/samples/productivity-samples'
import {
  createEventAction,
  createTaskAction,
  moveTaskAction,
  removeEventAction,
  removeTaskAction,
  updateEventAction,
  updateTaskAction,
} from './actions'
import type { BoardColumn } from './schema'
import { getAgendaFor, getBoardFor, getProductivityHubFor } from './views'

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await switchProductivity(mine)
  await signInAs(mine.owner)
})

const viewer = () => ({
  organizationId: mine.organizationId,
  userId: mine.owner.userId!,
  timeZone: 'America/Sao_Paulo',
  role: 'owner' as const,
})
const card = { notes: null, assigneeId: null, dueOn: null, column: 'todo' as BoardColumn }
const addCard = async (title: string, more: Partial<typeof card> = {}) =>
  dataOf(await createTaskAction(envelope(mine), { ...card, title, ...more })).id
const board = async () => {
  const { tasks } = await getBoardFor(viewer(), {})
  return Object.fromEntries(
    ['todo', 'doing', 'done'].map((column) => [
      column,
      tasks.filter((task) => task.column === column).map(({ title }) => title),
    ]),
  )
}
const move = (id: string, version: number, column: BoardColumn, afterId: string | null) =>
  moveTaskAction(envelope(mine), { id, version, column, afterId })
const event = { title: 'Inventário', personId: null, startsOn: '2026-11-21', endsOn: '2026-11-21' }

test('while it is off no page, action or member knows of it, and what was written comes back with it', async () => {
  const id = await addCard('A')
  const settings = async (on: boolean) => {
    const [{ version }] = (await inspect<{ version: number }>(
      mine.organizationId,
      'select version from organization where organization_id = $1',
      [mine.organizationId],
    )) as [{ version: number }]
    dataOf(await setProductivityAction(envelope(mine), { version, on }))
  }
  await settings(false)
  expect((await getMember())!.productivity).toBe(false)
  for (const read of [
    () => getBoardFor(viewer(), {}),
    () => getAgendaFor(viewer(), {}),
    () => getProductivityHubFor(viewer()),
  ])
    await expect(read()).rejects.toMatchObject({ code: 'notFound' })
  const missing = { ok: false, error: 'notFound' }
  expect(await createTaskAction(envelope(mine), { ...card, title: 'B' })).toEqual(missing)
  expect(await move(id, 1, 'done', null)).toEqual(missing)
  expect(await createEventAction(envelope(mine), { ...event, times: null })).toEqual(missing)
  await settings(true)
  expect((await getMember())!.productivity).toBe(true)
  expect((await board()).todo).toEqual(['A'])
  const auditEvents = await inspect<{ after: object }>(
    mine.organizationId,
    `select after from audit_event where event = 'organization.updated' order by id`,
  )
  expect(auditEvents.map(({ after }) => after)).toEqual([{ productivity: false }, { productivity: true }])
})

test('cards go where they are put, and keep their order when a column has no room left', async () => {
  const ids: Record<string, string> = {}
  for (const title of ['D', 'C', 'B', 'A']) ids[title] = await addCard(title)
  expect((await board()).todo).toEqual(['A', 'B', 'C', 'D'])
  dataOf(await move(ids.D!, 1, 'todo', ids.A!))
  dataOf(await move(ids.B!, 1, 'doing', null))
  dataOf(await move(ids.C!, 1, 'doing', ids.B!))
  expect(await board()).toEqual({ todo: ['A', 'D'], doing: ['B', 'C'], done: [] })
  let [versionA, versionD] = [1, 2]
  for (let n = 0; n < 24; n += 1) {
    dataOf(await move(ids.A!, versionA++, 'doing', ids.B!))
    dataOf(await move(ids.D!, versionD++, 'doing', ids.B!))
  }
  expect(await board()).toEqual({ todo: [], doing: ['B', 'D', 'A', 'C'], done: [] })
  dataOf(await move(ids.A!, versionA, 'done', null))
  expect((await board()).done).toEqual(['A'])
})

test('two people at once: a move of a changed card is refused with that reason, and cards put in one position all have one of their own', async () => {
  const ids = [await addCard('A'), await addCard('B'), await addCard('C')]
  const moves = await Promise.all(ids.map((id) => move(id, 1, 'doing', null)))
  expect(moves.every(({ ok }) => ok)).toBe(true)
  const places = await inspect<{ position: string }>(mine.organizationId, 'select position from task')
  expect(new Set(places.map(({ position }) => position)).size).toBe(3)
  expect(await move(ids[0]!, 1, 'done', null)).toEqual({ ok: false, error: 'staleVersion' })
  dataOf(await move(ids[1]!, 2, 'done', null))
  expect(await move(ids[0]!, 2, 'doing', ids[1]!)).toEqual({ ok: false, error: 'staleVersion' })
})

test('a removed card is gone for every write, and only people of the company are given one', async () => {
  const id = await addCard('A')
  dataOf(await removeTaskAction(envelope(mine), { id, version: 1 }))
  const missing = { ok: false, error: 'notFound' }
  expect(await move(id, 2, 'done', null)).toEqual(missing)
  const fields = { title: 'A', notes: null, dueOn: null, assigneeId: null }
  expect(await updateTaskAction(envelope(mine), { ...fields, id, version: 2 })).toEqual(missing)
  expect(await board()).toEqual({ todo: [], doing: [], done: [] })
  expect(await createTaskAction(envelope(mine), { ...card, ...fields, assigneeId: newId() })).toEqual(missing)
  expect(await createTaskAction(envelope(mine), { ...card, title: ' ' })).toMatchObject({
    fields: { title: ['productivity.fields.titleRequired'] },
  })
})

test("times are those of the company's clock, and the agenda shows what touches its days", async () => {
  await inspect(
    mine.organizationId,
    `update organization set time_zone = 'America/Manaus' where organization_id = $1`,
    [mine.organizationId],
  )
  const { id } = dataOf(
    await createEventAction(envelope(mine), {
      ...event,
      endsOn: '2026-11-22',
      times: { from: '22:30', to: '01:15' },
    }),
  )
  dataOf(await createEventAction(envelope(mine), { ...event, title: 'Feira', endsOn: '2026-12-01', times: null }))
  const [stored] = await inspect<{ at: string }>(
    mine.organizationId,
    `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from agenda_event where not all_day`,
  )
  expect(stored).toEqual({ at: '2026-11-22 02:30' })
  const agendaOf = async (day: string) => {
    const { events } = await getAgendaFor({ ...viewer(), timeZone: 'America/Manaus' }, { view: 'week', day })
    return events.map(({ title, startsOn, endsOn, times }) => ({ title, startsOn, endsOn, times }))
  }
  const fair = { title: 'Feira', startsOn: '2026-11-21', endsOn: '2026-12-01', times: null }
  const night = {
    title: 'Inventário',
    startsOn: '2026-11-21',
    endsOn: '2026-11-22',
    times: { from: '22:30', to: '01:15' },
  }
  expect(await agendaOf('2026-11-21')).toEqual([fair, night])
  expect(await agendaOf('2026-11-30')).toEqual([fair])
  expect(await agendaOf('2026-12-08')).toEqual([])
  const moved = { ...event, times: { from: '08:00', to: '09:00' }, id, version: 1 }
  dataOf(await updateEventAction(envelope(mine), moved))
  expect(await updateEventAction(envelope(mine), moved)).toEqual({ ok: false, error: 'staleVersion' })
  const [change] = await listChangesFor({ ...viewer(), role: 'operator', language: 'pt' }, 'agendaEvent', id)
  expect(change!.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).toSorted()).toEqual([
    expect.stringMatching(/^Começa às: 21.* 23:30 → 21.* 09:00$/),
    expect.stringMatching(/^Termina às: 22.* 02:15 → 21.* 10:00$/),
  ])
  dataOf(await removeEventAction(envelope(mine), { id, version: 2 }))
  expect(await agendaOf('2026-11-21')).toEqual([fair])
})

test.each([
  [{ endsOn: '2026-11-20', times: null }],
  [{ endsOn: '2026-11-21', times: { from: '10:00', to: '10:00' } }],
  [{ endsOn: '2027-12-31', times: null }],
  [{ endsOn: '2026-11-21', times: { from: '24:00', to: '25:00' } }],
])('an event with %p is refused at its field', async (given) => {
  const answer = await createEventAction(envelope(mine), { ...event, ...given })
  expect(answer).toMatchObject({ ok: false, error: 'invalidInput', fields: expect.any(Object) })
  expect(await inspect(mine.organizationId, 'select 1 from agenda_event')).toEqual([])
})

test('every member of the company plans along, in any role, and no other company sees it', async () => {
  for (const role of ROLES) {
    await signInAs(await addMember(mine, role))
    await addCard(role)
  }
  expect((await board()).todo!.toSorted()).toEqual(ROLES.toSorted())
  const theirs = await createTestOrganization()
  await switchProductivity(theirs)
  const seen = await getBoardFor({ ...viewer(), organizationId: theirs.organizationId }, {})
  expect(seen.tasks).toEqual([])
})

test('the hub shows what the person has to do, what is due first', async () => {
  const assigneeId = mine.owner.userId
  await addCard('sem prazo', { assigneeId } as object)
  await addCard('depois', { assigneeId, dueOn: '2026-12-01' } as object)
  await addCard('antes', { assigneeId, dueOn: '2026-11-01' } as object)
  await addCard('feita', { assigneeId, column: 'done' } as object)
  await addCard('de ninguém')
  expect((await getProductivityHubFor(viewer())).tasks.map(({ title }) => title)).toEqual([
    'antes',
    'depois',
    'sem prazo',
  ])
})
