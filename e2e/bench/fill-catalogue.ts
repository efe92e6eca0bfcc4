import { shareOf, type Fill, type Tenant } from './fill-tenant'

/**
 * Share of the products that each shop lists (the bestsellers), and share of those listings that have no product yet.
 */
const [LISTED, UNMAPPED] = [0.2, 0.05]

export async function addCatalogue(client: Tenant, { organizationId, legalEntityId, products, shops, seed }: Fill) {
  const hash = shareOf(seed)
  const values = [organizationId, seed]
  await client.query(
    `insert into shop (organization_id, id, legal_entity_id, name, external_shop_id, status, stock_from, connected_at)
     select $1::uuid, gen_random_uuid(), $3::uuid, 'Loja ' || n, (7000000 + n)::text || $2::int, 'active', now() - interval '10 years', now()
     from generate_series(1, $4::int) n`,
    [...values, legalEntityId, shops],
  )
  await client.query(
    `insert into product (organization_id, id, sku, title, price_cents, minimum_stock, barcodes, packaging_cost_cents, updated_at)
     select $1::uuid, gen_random_uuid(), 'SKU-' || lpad(n::text, 5, '0'),
       (array['Garrafa','Caneca','Mochila','Luminária','Tapete','Organizador','Cabo USB','Fone','Toalha','Panela'])[1 + n % 10] || ' ' ||
       (array['azul','verde','preta','inox','infantil','dobrável','grande','compacta'])[1 + n / 10 % 8] || ' ' || left(md5(n::text), 5),
       990 + (${hash('n', 1)} * 29000)::bigint, 5, array[(7890000000000 + n)::text], case when n % 3 = 0 then 85 end, now() - n * interval '1 minute'
     from generate_series(1, $3::int) n where $2::int is not null`,
    [...values, products],
  )
  await client.query(
    `insert into product_cost (organization_id, product_id, from_day, cost, source)
     select organization_id, id, current_date - 2000, round(price_cents * 0.0045, 6), 'hand' from product
     where organization_id = $1 and right(sku::text, 1) <> '7'`,
    [organizationId],
  )
  const { rows } = await client.query<{ id: string }>(
    `select id from stock_location where organization_id = $1 and kind = 'own'`,
    [organizationId],
  )
  await client.query(
    `select book_stock('product', (array_agg(p.id))[1], null, null, jsonb_agg(jsonb_build_object('product', p.id, 'location', $2::text,
       'kind', 'opening', 'onHand', 100000, 'reserved', 0)))
     from (select id, ntile(100) over (order by id) as part from product where organization_id = $1) p group by p.part`,
    [organizationId, rows[0]!.id],
  )
  await addListings(client, organizationId, products)
}

/** Every shop lists the products that sell most; the last few of its listings have no product yet, half of them a SKU of ours. */
async function addListings(client: Tenant, organizationId: string, products: number) {
  const listed = Math.max(2, Math.round(products * LISTED))
  const mapped = Math.min(listed - 1, Math.round(listed * (1 - UNMAPPED)))
  await client.query(
    `insert into listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, price_cents, original_cents, product_id,
       status, platform_stock, synced_at)
     select $1::uuid, gen_random_uuid(), s.id, (1000 * p.n + s.n)::text || '-0', (1000 * p.n + s.n)::text, '0',
       case when p.n <= $3::int or p.n % 2 = 0 then p.sku else 'ANUNCIO-' || p.n end, p.title || ' com garantia', p.price_cents, p.price_cents,
       case when p.n <= $3::int then p.id end, 'NORMAL', 50, now() - interval '1 hour'
     from (select *, row_number() over (order by sku) as n from product where organization_id = $1) p
     cross join (select id, row_number() over (order by name) as n from shop where organization_id = $1) s where p.n <= $2::int`,
    [organizationId, listed, mapped],
  )
  if (products >= 1000) await client.query('analyze product, product_cost, stock_level, listing')
  await client.query(
    `insert into listing_mapping (organization_id, id, listing_id, product_id, how, from_at)
     select organization_id, gen_random_uuid(), id, product_id, 'sku', now() - interval '3 years' from listing
     where organization_id = $1 and product_id is not null`,
    [organizationId],
  )
}
