import pg from 'pg'

/** How a company is filled: everything else follows from the seed, so that two runs hold the same rows. */
export type Fill = {
  organizationId: string
  legalEntityId: string
  /** Its owner, who did everything. */
  userId: string
  orders: number
  products: number
  shops: number
  years: number
  seed: number
}
export type Tenant = pg.Client

export async function openTenant(ownerUrl: string, organizationId: string): Promise<Tenant> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `select set_config('app.organization_id', $1, false), set_config('work_mem', '128MB', false),
    set_config('synchronous_commit', 'off', false), set_config('statement_timeout', '0', false)`,
    [organizationId],
  )
  return client
}

/** A number in [0, 1), the same for the same row, salt and seed. */
export const shareOf = (seed: number) => (row: string, salt: number) =>
  `(abs(hashint8extended(${row}, ${seed * 100 + salt}) % 1000000) / 1e6)`

/** So many of a company of 10,000 products; of a smaller one in proportion. */
export const inProportion = ({ products }: Fill, count: number) => Math.max(1, Math.round((count * products) / 10_000))
