import { withOwner } from '../../lib/testing/harnesses/database'
import { addStockedProduct } from '../../lib/testing/factories/stocked-product'
import type { TestOrganization } from '../../lib/testing/factories/factories'
import { placeOrder } from '../../lib/sales/orders/place-order'
import { withOrganization } from '../../lib/core/db'

const ORDERS = 200
const ENTRIES = 5_000
/** The chain's own: without them nothing is chained. */
const kept = ['audit_event_pkey', 'audit_event_organization_id_position_key', 'audit_event_unchained']

/** Milliseconds of an order saved, and what of it the indexes cost that the trail is read by: at its entry's writing and its chaining. */
export async function measureAuditLogWrites(company: TestOrganization) {
  const { organizationId, owner } = company
  const orderMs = await saveOrders(company)
  return withOwner(async (client) => {
    await client.query(
      `select set_config('app.organization_id', $1, false), set_config('synchronous_commit', 'off', false)`,
      [organizationId],
    )
    const { rows } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'audit_event'::regclass`,
    )
    const indexes = rows.map(({ name }) => name).filter((name) => !kept.includes(name))
    const write = async (drop: boolean) => {
      await client.query('begin')
      if (drop) for (const name of indexes) await client.query(`drop index ${name}`)
      const since = performance.now()
      await client.query(
        `do $$ begin for n in 1..${ENTRIES} loop
           insert into audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, after)
           values ('${organizationId}', uuid_v7(), 'person', '${owner.userId}', 'order.placed', 'order', gen_random_uuid()::text, '{"code": "MAN-2026-00001"}');
         end loop; end $$`,
      )
      await client.query(
        `update audit_event e set position = s.n + (select max(last_position) from audit_chain where organization_id = $1)
         from (select id, row_number() over (order by id) as n from audit_event where organization_id = $1 and position is null) s
         where e.organization_id = $1 and e.id = s.id`,
        [organizationId],
      )
      const ms = (performance.now() - since) / ENTRIES
      await client.query('rollback')
      return ms
    }
    const [withAll, without]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < 5; turn += 1) {
      withAll.push(await write(false))
      without.push(await write(true))
    }
    const indexMs = median(withAll) - median(without)
    return {
      orderMs: round(orderMs),
      entryMs: round(median(withAll)),
      indexMs: round(indexMs),
      share: indexMs / orderMs,
    }
  })
}

async function saveOrders(company: TestOrganization): Promise<number> {
  const productId = await addStockedProduct(company, { sku: 'BENCH', onHand: 100_000 })
  const { organizationId } = company
  const channel = await withOrganization(company, (db) =>
    db.channel.findFirstOrThrow({ where: { organizationId }, select: { id: true } }),
  )
  const times: number[] = []
  for (let number = 0; number < ORDERS; number += 1) {
    const since = performance.now()
    await placeOrder(company.owner, {
      channelId: channel.id,
      status: 'pending',
      customerName: null,
      note: null,
      seenTotalCents: null,
      lines: [{ productId, quantity: 1 }],
    })
    times.push(performance.now() - since)
  }
  return median(times)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const round = (ms: number) => Math.round(ms * 1000) / 1000
