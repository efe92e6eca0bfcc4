import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { placeOrderAction } from '@/lib/sales/orders/actions'
import { addEntity, blankEntity, entityOf, listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import {
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import { channelOf, dataOf, orderOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import * as actions from './actions'
import { getEntitiesFor } from './views'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

const cnpj = '11.222.333/0001-81'

describe('legal entities', () => {
  test('keep a document bare, once, and leave it out of the trail', async () => {
    const id = await addEntity(company, { document: '12.abc.345/01de-35' })
    expect((await entityOf(company, id)).document).toBe('12ABC34501DE35')
    expect(
      await actions.createEntityAction(envelope(company), { ...blankEntity, document: '12ABC34501DE35' }),
    ).toMatchObject({
      ok: false,
      error: 'documentTaken',
      fields: { document: ['errors.documentTaken'] },
    })
    const own = { ...blankEntity, id: company.legalEntityId, version: 1, document: '12ABC34501DE35' }
    expect(await actions.updateEntityAction(envelope(company), own)).toMatchObject({ error: 'documentTaken' })
    dataOf(await actions.updateEntityAction(envelope(company), { ...own, document: cnpj }))
    const written = JSON.stringify([
      await listAuditEvents(company, 'legalEntity.created'),
      await listAuditEvents(company, 'legalEntity.updated'),
    ])
    expect(written).toContain('"documentChanged":true')
    expect(written).not.toMatch(/12ABC|11222333/i)
  })

  test('leave what they were and became in the trail, field by field, and nothing else', async () => {
    const was = { ...blankEntity, name: 'Filial', state: 'SP' as const, openedOn: '2020-02-29' }
    const id = await addEntity(company, { ...was, document: cnpj })
    const becomes = { ...was, name: 'Loja Sul', stateRegistration: '110', openedOn: null, document: cnpj }
    dataOf(await actions.updateEntityAction(envelope(company), { ...becomes, id, version: 1 }))
    const kept = { name: 'Filial', sellerType: 'cnpj', stateRegistration: null, state: 'SP', openedOn: '2020-02-29' }
    const became = { ...kept, name: 'Loja Sul', stateRegistration: '110', openedOn: null }
    expect((await listAuditEvents(company, 'legalEntity.created')).at(-1)).toEqual({ before: null, after: kept })
    expect(await listAuditEvents(company, 'legalEntity.updated')).toEqual([
      { before: kept, after: { ...became, documentChanged: false } },
    ])
  })

  test.each([
    ['cnpj', '11.222.333/0001-82'],
    ['cnpj', '529.982.247-25'],
    ['cpf', '529.982.247-26'],
    ['cpf', '11.222.333/0001-81'],
  ] as const)('refuse as %s the document %s', async (sellerType, document) =>
    expect(await actions.createEntityAction(envelope(company), { ...blankEntity, sellerType, document })).toMatchObject(
      {
        ok: false,
        fields: { document: ['companyData.fields.documentInvalid'] },
      },
    ),
  )

  test('change from the version that was seen', async () => {
    const change = { ...blankEntity, id: company.legalEntityId, version: 1 }
    dataOf(await actions.updateEntityAction(envelope(company), change))
    expect(await actions.updateEntityAction(envelope(company), change)).toMatchObject({ error: 'staleVersion' })
  })

  test('sent many times with one key, one is made', async () => {
    const sent = envelope(company)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => actions.createEntityAction(sent, { ...blankEntity, document: cnpj })),
    )
    const ids = answers.flatMap((answer) => (answer.ok ? [answer.data.id] : []))
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
    expect((await getEntitiesFor(viewerOf(company.owner))).entities).toHaveLength(2)
    expect(await listAuditEvents(company, 'legalEntity.created')).toHaveLength(1)
  })

  test('are archived and restored, but not the last one nor one with shops or channels, which are named', async () => {
    const archive = async (id: string) =>
      actions.archiveEntityAction(envelope(company), { id, version: (await entityOf(company, id)).version })
    expect(await archive(company.legalEntityId)).toMatchObject({ error: 'entityLast' })
    const id = await addEntity(company)
    await addShop({ ...company, legalEntityId: id }, 'Loja B')
    expect(await archive(company.legalEntityId)).toMatchObject({
      error: 'entityInUse',
      values: { names: 'Venda direta' },
    })
    expect(await archive(id)).toMatchObject({ error: 'entityInUse', values: { names: 'Loja B' } })
    const empty = await addEntity(company, { name: 'Vazia' })
    dataOf(await archive(empty))
    expect((await entityOf(company, empty)).archived).toBe(true)
    const { version } = await entityOf(company, empty)
    expect(await actions.archiveEntityAction(envelope(company), { id: empty, version })).toMatchObject({
      error: 'staleVersion',
    })
    dataOf(await actions.restoreEntityAction(envelope(company), { id: empty, version }))
    expect((await entityOf(company, empty)).archived).toBe(false)
  })

  test('one of two entities archived at the same time stays', async () => {
    await withOrganization(company, (db) =>
      db.channel.updateMany({ where: { organizationId: company.organizationId }, data: { archivedAt: new Date() } }),
    )
    for (let round = 0; round < 10; round++) {
      const { entities } = await getEntitiesFor(viewerOf(company.owner))
      const closed = entities.find(({ archived }) => archived)
      if (closed)
        dataOf(await actions.restoreEntityAction(envelope(company), { id: closed.id, version: closed.version }))
      else if (entities.length === 1) await addEntity(company)
      const both = (await getEntitiesFor(viewerOf(company.owner))).entities
      const answers = await Promise.all(
        both.map(({ id, version }) => actions.archiveEntityAction(envelope(company), { id, version })),
      )
      expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    }
  })
})

describe('shops and channels', () => {
  test('move to another entity with their orders, from where they were seen', async () => {
    const shop = await addShop(company, 'Loja')
    const to = await addEntity(company)
    const move = (more: object = {}) =>
      actions.moveSalesChannelAction(envelope(company), {
        kind: 'shop',
        id: shop,
        fromEntityId: company.legalEntityId,
        toEntityId: to,
        fromDay: null,
        ...more,
      })
    dataOf(await move())
    expect((await entityOf(company, to)).shops).toMatchObject([{ id: shop }])
    expect(await move()).toMatchObject({ error: 'staleVersion' })
    expect(await move({ kind: 'channel' })).toMatchObject({ error: 'notFound' })
    dataOf(await move({ kind: 'channel', id: await channelOf(company) }))
    const closed = await addEntity(company, { name: 'Fechada' })
    dataOf(await actions.archiveEntityAction(envelope(company), { id: closed, version: 1 }))
    expect(await move({ fromEntityId: to, toEntityId: closed })).toMatchObject({ error: 'entityArchived' })
    expect(await listAuditEvents(company, 'shop.moved')).toMatchObject([
      { before: { legalEntityId: company.legalEntityId }, after: { legalEntityId: to } },
    ])
    expect(await listAuditEvents(company, 'channel.updated')).toHaveLength(1)
  })

  test('a channel is made once, renamed from what was seen, archived and restored', async () => {
    const input = { name: 'Feira', feeRate: '0.05', legalEntityId: company.legalEntityId }
    const sent = envelope(company)
    const made = await Promise.all(Array.from({ length: 16 }, () => actions.createChannelAction(sent, input)))
    const ids = new Set(made.flatMap((answer) => (answer.ok ? [answer.data.id] : [])))
    expect(ids.size).toBe(1)
    const id = [...ids][0]!
    expect(await actions.createChannelAction(envelope(company), { ...input, name: 'FEIRA' })).toMatchObject({
      error: 'channelNameTaken',
    })
    const rename = { id, name: 'Feira da praça', feeRate: '0.1', seen: { name: 'Feira', feeRate: '0.05' } }
    dataOf(await actions.updateChannelAction(envelope(company), rename))
    expect(await actions.updateChannelAction(envelope(company), rename)).toMatchObject({ error: 'staleVersion' })
    dataOf(await actions.archiveChannelAction(envelope(company), { id }))
    expect(await actions.archiveChannelAction(envelope(company), { id })).toMatchObject({ error: 'staleVersion' })
    const product = await addStockedProduct(company, { sku: 'A', onHand: 5 })
    const order = await orderOf(company, [[product, 1]], { channelId: id })
    expect((await placeOrderAction(envelope(company), order)).ok).toBe(false)
    dataOf(await actions.restoreChannelAction(envelope(company), { id }))
    dataOf(await placeOrderAction(envelope(company), order))
  })
})

test('nothing of another company is found or changed', async () => {
  const theirs = await createTestOrganization()
  const other = theirs.legalEntityId
  const own = company.legalEntityId
  for (const answer of [
    await actions.updateEntityAction(envelope(company), { ...blankEntity, id: other, version: 1 }),
    await actions.setOpeningRevenueAction(envelope(company), { id: other, version: 1, months: [] }),
    await actions.createChannelAction(envelope(company), { name: 'Feira', feeRate: '0', legalEntityId: other }),
    await actions.moveSalesChannelAction(envelope(company), {
      kind: 'channel',
      id: await channelOf(company),
      fromEntityId: own,
      toEntityId: other,
      fromDay: null,
    }),
    await actions.archiveChannelAction(envelope(company), { id: newId() }),
  ])
    expect(answer).toMatchObject({ ok: false, error: 'notFound' })
})
