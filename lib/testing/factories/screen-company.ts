import { fillCompany } from '../../../e2e/bench/fill'
import type { Member } from '@/lib/identity/auth/member'
import { newId } from '@/lib/core/ids'
import { testDatabaseName, testServer, withOwner } from '../harnesses/database'
import { createTestOrganization } from './factories'

/** So large that what a page shows is little beside it. */
const SIZE = { orders: 12_000, products: 3_000, shops: 5, years: 3, seed: 1 }

/** Rows that the benchmark's fill leaves out: those that people and the worker leave behind over the years. */
const behind = [
  // The fill books all movements now: the open count begins after them.
  `update stock_count set created_at = now() where organization_id = :org and state = 'open'`,
  'update organization set productivity = true where organization_id = :org',
  `insert into package (organization_id, id, order_id, shop_id, number, printed_at)
   select organization_id, gen_random_uuid(), id, shop_id, 'ANTIGO' || code, placed_at from orders o where organization_id = :org and shop_id is not null
     and status = 'delivered' and not exists (select from package p where p.organization_id = :org and p.order_id = o.id)`,
  `insert into order_return (organization_id, id, order_id, shop_id, number, kind, state, opened_at)
   select organization_id, gen_random_uuid(), id, shop_id, 'VELHO' || code, 'refund_only', 'closed', placed_at from orders
   where organization_id = :org and shop_id is not null`,
  `insert into return_item (organization_id, return_id, line, title, quantity)
   select organization_id, id, 1, 'Item', 1 from order_return where organization_id = :org and number like 'VELHO%'`,
  `insert into notification (organization_id, id, user_id, kind, key, created_at, read_at)
   select :org, gen_random_uuid(), :user, 'importFinished', 'antiga ' || n, now() - n * interval '1 hour', now() from generate_series(1, 12000) n`,
  `insert into manifest (organization_id, id, number, carrier, closed_at)
   select :org, gen_random_uuid(), n, 'Shopee Xpress', now() from generate_series(1, 400) n`,
  `update package k set manifest_id = m.id from (select id, row_number() over (order by number desc) as n from manifest where organization_id = :org) m,
     (select id, row_number() over (order by number) % 400 + 1 as n from package where organization_id = :org) p
   where k.organization_id = :org and k.id = p.id and m.n = p.n`,
  `insert into import (organization_id, id, file_id, file_name, kind, state, created_at, summary)
   select :org, gen_random_uuid(), gen_random_uuid(), 'Order.all.xlsx', (case when n % 3 = 0 then 'catalogue' else 'orders' end)::"ImportKind", 'done',
     now() - n * interval '1 hour', '{"badRows": 5}' from generate_series(1, 900) n`,
  `insert into import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
   select :org, i.id, n, 'C' || n, '{"problems": []}', '\\x00', case when n > 11990 then 'failed' else 'done' end
   from generate_series(1, 12000) n, (select id from import where organization_id = :org and kind = 'orders' order by created_at desc limit 1) i`,
  `insert into export (organization_id, id, kind, format, state, done, created_by, created_at)
   select :org, gen_random_uuid(), 'orders', 'csv', 'done', 1, :user, now() - n * interval '1 hour' from generate_series(1, 12000) n`,
  `insert into sync_failure (organization_id, id, shop_id, operation, subject, error_code, state, last_at)
   select :org, gen_random_uuid(), s.id, 'order', n, 'notFound', (case when n > 20 then 'resolved' else 'dead' end)::"FailureState", now() - n * interval '1 hour'
   from generate_series(1, 12000) n, (select id from shop where organization_id = :org limit 1) s`,
  `insert into listing_update (organization_id, listing_id, kind, wanted, state)
   select organization_id, id, 'stock', 5, 'sent' from listing where organization_id = :org`,
  `insert into task (organization_id, id, "column", position, title, assignee_id, due_on, done_at)
   select :org, gen_random_uuid(), (case when n > 40 then 'done' else 'todo' end)::"BoardColumn", n, 'Tarefa', :user, current_date - n,
     case when n > 40 then now() - n * interval '1 day' end from generate_series(1, 12000) n`,
  `insert into agenda_event (organization_id, id, title, all_day, starts_at, ends_at)
   select :org, gen_random_uuid(), 'Reunião', false, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour' from generate_series(1, 12000) n`,
  `insert into stored_file (organization_id, id, kind, name, bytes, sha256, place)
   select :org, gen_random_uuid(), 'export', 'a', 1, '\\x00', n from generate_series(1, 12000) n`,
  `insert into fiscal_document (organization_id, id, order_id, kind, state)
   select organization_id, gen_random_uuid(), id, 'nfe', 'accepted' from orders where organization_id = :org`,
  `insert into settlement (organization_id, id, shop_id, external_code, order_id, local_day, state, due_on, released_at, expected_cents, released_cents,
     difference_cents, unexplained_cents, as_of, hash)
   select organization_id, gen_random_uuid(), shop_id, external_code, id, local_day, (case when is_short then 'underpaid' else 'reconciled' end)::"SettlementState",
     local_day + 15, placed_at + interval '15 days', 1000, case when is_short then 900 else 1000 end, case when is_short then -100 else 0 end,
     case when is_short then -100 else 0 end, placed_at, '\\x00'
   from (select *, code like '%77' as is_short from orders where organization_id = :org and shop_id is not null and status = 'delivered') o`,
  `insert into campaign_plan (organization_id, id, shop_id, name, from_day, to_day, lines)
   select :org, gen_random_uuid(), shop_id, 'Campanha', current_date, current_date + 2,
     jsonb_agg(jsonb_build_object('listingId', id, 'priceCents', '5000', 'units', 5))
   from (select id, shop_id, row_number() over (partition by shop_id order by id) as n from listing where organization_id = :org) l
   where n <= 200 group by shop_id`,
  `insert into audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id)
   select :org, gen_random_uuid(), 'person', 'expense.created', 'expense', n::text from generate_series(1, 12000) n`,
  `insert into agent_task (organization_id, id, kind, worker, state, title, language, from_day, to_day, sections, made_as, created_by)
   select :org, gen_random_uuid(), 'stock_plan', 'local', 'done', 'Plano', 'pt', current_date, current_date, '{}', '{}', :user from generate_series(1, 12000) n`,
  `insert into agent_task_event (organization_id, id, task_id, kind, text, at)
   select organization_id, gen_random_uuid(), id, 'note', 'done', created_at from agent_task where organization_id = :org`,
]

const records = {
  parcelOrder: 'select order_id as id from package order by number limit 1',
  manualOrder: 'select id from orders where channel_id is not null order by id limit 1',
  product: 'select id from product order by sku limit 1',
  listing: 'select id from listing order by external_key limit 1',
  purchase: 'select purchase_order_id as id from purchase_receipt order by id limit 1',
  supplier: 'select id from supplier order by document limit 1',
  count: 'select id from stock_count order by created_at desc limit 1',
  orderReturn: 'select id from order_return order by opened_at desc limit 1',
  campaign: 'select id from campaign_plan order by id limit 1',
  expense: 'select id from expense where series_id is not null order by due_on, id limit 1',
  manifest: 'select id from manifest order by number desc limit 1',
  orderImport: 'select id from import order by created_at desc limit 1',
  catalogueImport: `select id from import where kind = 'catalogue' order by created_at desc limit 1`,
  export: 'select id from export order by created_at desc limit 1',
  agentTask: 'select id from agent_task order by id limit 1',
  settlement: `select id from settlement where state = 'underpaid' order by id limit 1`,
} as const

export type ScreenCompany = {
  member: Member
  ids: Record<keyof typeof records, string>
  /** Its tables of many rows, with how many. */
  tables: Map<string, number>
}

/** A company of three years, of which every screen has something to show, and its owner; another as large beside it. */
export async function makeScreenCompany(manyRows: number): Promise<ScreenCompany> {
  const { DATABASE_OWNER_URL } = testServer()
  const ownerUrl = Object.assign(new URL(DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` }).toString()
  const company = await createTestOrganization('Mascate')
  await fillCompany(ownerUrl, company, SIZE)
  const { organizationId, owner } = company
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    for (const sql of behind)
      await client.query(
        sql.replaceAll(':org', `'${organizationId}'::uuid`).replaceAll(':user', `'${owner.userId}'::uuid`),
      )
    await client.query('vacuum analyze')
    await client.query('set role mascate_worker')
    const ids = {} as ScreenCompany['ids']
    for (const kind of Object.keys(records) as (keyof typeof records)[]) {
      const { rows } = await client.query<{ id: string }>(records[kind])
      ids[kind] = rows[0]!.id
    }
    const { rows } = await client.query<{ name: string; rows: string }>(
      `select c.relname as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || quote_ident(c.relname), false, true, '')))[1]::text as rows
       from pg_class c join information_schema.columns k on k.table_name = c.relname and k.column_name = 'organization_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')`,
    )
    const tables = rows.map(({ name, rows: count }) => [name, Number(count)] as const)
    const member: Member = {
      organizationId,
      userId: owner.userId!,
      organizationName: 'Mascate',
      timeZone: 'America/Sao_Paulo',
      role: 'owner',
      legalEntityIds: null,
      deletionAt: null,
      productivity: true,
      secondFactorMissing: false,
      sessionId: newId(),
      sessionCreatedAt: new Date(),
      renewalDue: false,
      email: 'ana@example.com',
      displayName: 'Ana',
      avatarId: null,
      language: 'pt',
      languageChosen: true,
      theme: null,
      colorScheme: null,
      hasTwoFactor: false,
    }
    return { member, ids, tables: new Map(tables.filter(([, count]) => count >= manyRows)) }
  })
}
