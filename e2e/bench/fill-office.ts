import { inProportion, shareOf, type Fill, type Tenant } from './fill-tenant'

/** For a company of 10,000 products. */
const [EXPENSES, SERIES, NOTICES] = [4000, 20, 2000]
/** Per shop. */
const ADVERTISED = 60
/** Months of each monthly series that exist already, and months ahead. */
const [MONTHS_PAST, MONTHS_AHEAD] = [36, 13]
const UNREAD = 12

/** Over the years, the older ones paid; and what repeats each month, made ahead. */
export async function addExpenses(client: Tenant, fill: Fill) {
  const { organizationId, years, seed } = fill
  const hash = shareOf(seed)
  const kind = `(array['fixed','variable','tax'])[1 + n % 3]::"ExpenseKind"`
  await client.query(
    `insert into expense (organization_id, id, description, amount_cents, kind, due_on, status, paid_on, category)
     select $1::uuid, gen_random_uuid(), 'Despesa ' || n, 1000 + (${hash('n', 30)} * 90000)::bigint, ${kind}, due,
       (case when is_paid then 'paid' else 'pending' end)::"ExpenseStatus", case when is_paid then due end, 'Categoria ' || n % 7
     from (select n, current_date + 20 - n * $3::int / $2::int as due, n > $2::int / 50 as is_paid from generate_series(1, $2::int) n) e`,
    [organizationId, Math.max(20, inProportion(fill, EXPENSES)), Math.round(years * 365)],
  )
  await client.query(
    `insert into expense_series (organization_id, id, rhythm, anchor_on, made, description, amount_cents, kind, category)
     select $1::uuid, gen_random_uuid(), 'monthly', (date_trunc('month', current_date) - interval '${MONTHS_PAST} months')::date + n % 28,
       ${MONTHS_PAST + MONTHS_AHEAD}, 'Mensalidade ' || n, 5000 + n * 100, ${kind}, 'Categoria ' || n % 7
     from generate_series(1, $2::int) n`,
    [organizationId, inProportion(fill, SERIES)],
  )
  await client.query(
    `insert into expense (organization_id, id, description, amount_cents, kind, due_on, status, paid_on, category, series_id, instalment)
     select $1::uuid, gen_random_uuid(), s.description, s.amount_cents, s.kind, due,
       (case when due < current_date then 'paid' else 'pending' end)::"ExpenseStatus", case when due < current_date then due end, s.category, s.id, place
     from expense_series s cross join generate_series(1, s.made) place
     cross join lateral (select (s.anchor_on + (place - 1) * interval '1 month')::date as due) d where s.organization_id = $1`,
    [organizationId],
  )
}

/** The ads report of every day of the years, of each shop's first listings and of what no ad explains. */
export async function addAds(client: Tenant, fill: Fill) {
  const hash = shareOf(fill.seed)
  await client.query(
    `insert into ads_spend (organization_id, shop_id, day, item_id, title, spend_cents, sales_cents, clicks, impressions)
     select $1::uuid, i.shop_id, current_date - n, i.item_id, i.title, 100 + (${hash('n', 31)} * 900)::bigint, (${hash('n', 32)} * 9000)::bigint,
       1 + n % 40, 100 + n % 900
     from generate_series(1, $3::int) n cross join (
       select shop_id, item_id, title from (
         select shop_id, item_id, min(title) as title, row_number() over (partition by shop_id order by item_id) as place from listing
         where organization_id = $1 and item_id is not null group by 1, 2) l where place <= $2::int
       union all select id, '', '' from shop where organization_id = $1) i`,
    [fill.organizationId, Math.max(5, inProportion(fill, ADVERTISED)), Math.round(fill.years * 365)],
  )
}

/** One for each day and kind, back in time; the newest are unread. */
export async function addNotices(client: Tenant, fill: Fill) {
  await client.query(
    `insert into notification (organization_id, id, user_id, kind, key, data, created_at, read_at)
     select $1::uuid, gen_random_uuid(), $2::uuid, case when n % 2 = 0 then 'lowStock' else 'lateShipment' end, 'bench-' || n,
       jsonb_build_object('sight', 'owner:all', 'count', 1 + n % 9, 'late', 1 + n % 5, 'today', n % 4), now() - n * interval '6 hours',
       case when n > ${UNREAD} then now() - n * interval '5 hours' end
     from generate_series(1, $3::int) n`,
    [fill.organizationId, fill.userId, inProportion(fill, NOTICES)],
  )
}
