import { createTestOrganization, signInAs, type TestOrganization } from '../factories/factories'
import { inspect } from './database'
import { plantShop } from './plant-shop'
import { connectShop, openShopHarness } from './shop-harness'
import { listJobs } from './sync-harness'

const { platform } = openShopHarness()

/** All that each side keeps of a shop; moments, tokens and ids are other ones each time. */
async function kept({ organizationId }: TestOrganization, { id, number }: { id: string; number: number }) {
  const sql = (text: string) => inspect(organizationId, text, [id])
  const there = (text: string) => platform().platform.pool.query(text, [number])
  return {
    shop: await sql(`
      SELECT to_jsonb(s) - '{organization_id,id,name,external_shop_id,legal_entity_id,connected_by}'::text[]
        || jsonb_build_object('connected_at', connected_at IS NOT NULL, 'stock_from', stock_from IS NOT NULL,
          'grant_ends_at', grant_ends_at::date, 'created_at', true, 'updated_at', true) AS kept FROM shop s WHERE id = $1`),
    token: await sql(`
      SELECT length(access_token), length(refresh_token), generation, refreshing_since,
        round(extract(epoch FROM access_expires_at - now()) / 60) AS minutes, round(extract(epoch FROM refresh_expires_at - now()) / 3600) AS hours
      FROM shop_token WHERE shop_id = $1`),
    streams: await sql(`
      SELECT stream, watermark::date, history_from::date, history_reached::date FROM sync_state WHERE shop_id = $1 ORDER BY stream`),
    jobs: (await listJobs(`%${id}%`)).map(({ key }) => key.replace(id, 'shop')),
    events: await sql(`
      SELECT event FROM audit_event WHERE subject_id = $1::text AND event <> 'shop.connectAsked' ORDER BY position, id`),
    grants: (await there('SELECT status, expires_at / 86400 AS day FROM account_grant WHERE shop_id = $1')).rows,
    tokens: (
      await there(
        `SELECT 'access' AS kind FROM access_token WHERE subject_id = $1 UNION ALL SELECT 'refresh' FROM refresh_token WHERE subject_id = $1 ORDER BY 1`,
      )
    ).rows,
  }
}

test('a planted shop is kept as one that a person connected, on both sides', async () => {
  const [planted, connected] = [await createTestOrganization(), await createTestOrganization()]
  await signInAs(connected.owner)
  const byHand = await kept(connected, await connectShop(connected))
  expect(byHand.jobs.length).toBeGreaterThan(3)
  expect(await kept(planted, await plantShop(platform(), planted))).toEqual(byHand)
})
