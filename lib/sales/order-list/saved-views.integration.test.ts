import type { Role } from '@/lib/core/permissions'
import { changeViewAction, deleteViewAction, saveViewAction, setDefaultViewAction } from './actions'
import { getOrderListViewFor } from './views'
import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, addMember, envelope, signInAs, viewerOf } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'

describe('saved views', () => {
  test('changed and deleted by many at once answer each as it finds it, and never pass their number', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const input = { name: 'Atrasados', query: 'waiting=late', shared: true }
    const { id } = dataOf(await saveViewAction(envelope(company), input))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 2
          ? deleteViewAction(envelope(company), { id })
          : changeViewAction(envelope(company), { id, name: `Nome ${n}` }),
      ),
    )
    const said = answers.map((answer) => (answer.ok ? 'ok' : answer.error))
    expect(said.filter((one) => one !== 'ok' && one !== 'notFound')).toEqual([])
    let saved = 0
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(Array.from({ length: 12 }, () => saveViewAction(envelope(company), input)))
      saved += made.filter(({ ok }) => ok).length
    }
    expect(saved).toBe(50)
  })

  test('are kept made sound, without the page; one’s own only for oneself, shared ones for all', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const input = { name: 'Atrasados', query: 'waiting=late&after=abc&bogus=1&sort=value', shared: false }
    dataOf(await saveViewAction(envelope(company), input))
    dataOf(await saveViewAction(envelope(company), { ...input, name: 'Da equipe', shared: true }))
    const clerk = await addMember(company, 'operator')
    const seen = await getOrderListViewFor(
      { ...viewerOf(company.owner, 'operator'), userId: clerk.userId! },
      { sort: 'newest' },
    )
    expect('saved' in seen && seen.saved.views).toMatchObject([
      { name: 'Da equipe', query: 'waiting=late&sort=value', own: false },
    ])
    await signInAs(clerk)
    expect(await saveViewAction(envelope(company), { ...input, shared: true })).toMatchObject({
      error: 'permissionDenied',
    })
    const [shared] = 'saved' in seen ? seen.saved.views : []
    expect(await changeViewAction(envelope(company), { id: shared!.id, name: 'Meu' })).toMatchObject({
      error: 'permissionDenied',
    })
    expect(await deleteViewAction(envelope(company), { id: shared!.id })).toMatchObject({ error: 'permissionDenied' })
  })

  test('change their filter and their audience, and no member opens with one that is no longer theirs', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const view = { name: 'Caros', query: 'min=100', shared: true }
    const { id } = dataOf(await saveViewAction(envelope(company), view))
    const clerk = await addMember(company, 'operator')
    const openAs = () => getOrderListViewFor({ ...viewerOf(company.owner, 'operator'), userId: clerk.userId! }, {})
    await signInAs(clerk)
    dataOf(await setDefaultViewAction(envelope(company), { viewId: id }))
    expect(await openAs()).toHaveProperty('opensWith')
    await signInAs(company.owner)
    dataOf(await changeViewAction(envelope(company), { id, query: 'min=200&after=abc' }))
    expect(await openAs()).toEqual({ opensWith: '/dashboard/minha-empresa/pedidos?min=200&sort=newest' })
    dataOf(await changeViewAction(envelope(company), { id, shared: false }))
    const closed = await openAs()
    expect('saved' in closed && closed.saved).toEqual({ views: [], defaultId: null })
    await signInAs(clerk)
    const mine = dataOf(await saveViewAction(envelope(company), { ...view, shared: false }))
    expect(await changeViewAction(envelope(company), { id: mine.id, shared: true })).toMatchObject({
      error: 'permissionDenied',
    })
    dataOf(await changeViewAction(envelope(company), { id: mine.id, name: 'Baratos', query: 'max=10' }))
    const opened = await openAs()
    expect('saved' in opened && opened.saved.views).toMatchObject([{ name: 'Baratos', query: 'max=10&sort=newest' }])
  })

  test('with words, which may be a buyer’s name, are for who sees buyers; the trail holds neither them nor the view’s name', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const view = { name: 'Da Íris', query: 'q=Iris+Mendonca&min=5', shared: true }
    const { id } = dataOf(await saveViewAction(envelope(company), view))
    dataOf(await changeViewAction(envelope(company), { id, query: 'q=Iris+Mendonca&min=6' }))
    dataOf(await changeViewAction(envelope(company), { id, name: 'Pedidos de Íris Mendonça' }))
    const clerk = await addMember(company, 'operator')
    const seen = async (role: Role) => {
      const view = await getOrderListViewFor(
        { ...viewerOf(company.owner, role), userId: clerk.userId! },
        { sort: 'newest' },
      )
      return 'saved' in view && view.saved.views.length
    }
    expect([await seen('manager'), await seen('operator'), await seen('accountant')]).toEqual([1, 0, 0])
    await signInAs(clerk)
    expect(await setDefaultViewAction(envelope(company), { viewId: id })).toMatchObject({ error: 'notFound' })
    await signInAs(company.owner)
    dataOf(await deleteViewAction(envelope(company), { id }))
    const auditEvents = await inspect<{ before: unknown; after: unknown }>(
      company.organizationId,
      `SELECT before, after FROM audit_event WHERE organization_id = current_organization() AND subject_id = $1 ORDER BY id`,
      [id],
    )
    expect(auditEvents.map(({ after }) => after)).toMatchObject([
      { query: 'min=5&sort=newest', searched: true },
      { query: 'min=6&sort=newest', searched: true, renamed: false },
      { query: 'min=6&sort=newest', searched: true, renamed: true },
      null,
    ])
    // Neither what was looked for nor the name that the view was given by it.
    expect(JSON.stringify(auditEvents)).not.toMatch(/mendon|[ií]ris/i)
  })

  test('the bare address opens with the chosen one until it is deleted', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const { id } = dataOf(await saveViewAction(envelope(company), { name: 'Caros', query: 'min=100', shared: false }))
    dataOf(await setDefaultViewAction(envelope(company), { viewId: id }))
    const opened = await getOrderListViewFor(viewerOf(company.owner), {})
    expect(opened).toEqual({ opensWith: '/dashboard/minha-empresa/pedidos?min=100&sort=newest' })
    expect(await getOrderListViewFor(viewerOf(company.owner), { sort: 'newest' })).toHaveProperty('list')
    dataOf(await deleteViewAction(envelope(company), { id }))
    expect(await getOrderListViewFor(viewerOf(company.owner), {})).toHaveProperty('list')
    const left = await withOrganization(company, (db) =>
      db.savedViewDefault.count({ where: { organizationId: company.organizationId } }),
    )
    expect(left).toBe(0)
  })
})
