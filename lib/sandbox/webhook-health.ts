import type { Platform } from './platform'

const WINDOW_SECONDS = 6 * 3600
const JUDGED_FROM = 600
const SUSPENDED_BELOW = 0.3
const KEPT_SECONDS = 7 * 86_400

/** Over six hours and more than 600 pushes, an app that answers fewer than 30 % gets none until it asks again. */
export async function watchWebhookHealth({ pool, clock }: Platform): Promise<void> {
  const now = clock.now()
  await pool.query(
    `UPDATE app SET push_suspended_at = $1 WHERE push_suspended_at IS NULL AND EXISTS (
       SELECT FROM push WHERE push.partner_id = app.partner_id AND created_at > $2
       HAVING count(*) FILTER (WHERE attempts > 0) > $3
         AND count(*) FILTER (WHERE push.status = 'delivered') < $4::float8 * count(*) FILTER (WHERE attempts > 0))`,
    [now, now - WINDOW_SECONDS, JUDGED_FROM, SUSPENDED_BELOW],
  )
  await pool.query(
    `UPDATE push SET status = 'lost', lost_at = $1 FROM app
     WHERE push.partner_id = app.partner_id AND push.status = 'waiting' AND app.push_suspended_at IS NOT NULL`,
    [now],
  )
  await pool.query(`DELETE FROM push WHERE status IN ('delivered', 'consumed') AND created_at < $1`, [
    now - KEPT_SECONDS,
  ])
}
