import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { DELIVERIES_KEPT_DAYS } from './schema'

const BATCH = 1000

/** Old events that wait for no delivery, with their outcomes. Each batch is a transaction of its own. */
export async function purgeWebhooks(organizationId: string, batch = BATCH): Promise<void> {
  const purge = () =>
    withOrganization(
      { organizationId },
      (db) => db.$executeRaw`
        DELETE FROM outgoing_event WHERE organization_id = ${organizationId}::uuid AND id = ANY (ARRAY(
          SELECT v.id FROM outgoing_event v
          WHERE v.organization_id = ${organizationId}::uuid AND v.created_at < now() - make_interval(days => ${DELIVERIES_KEPT_DAYS})
            AND NOT EXISTS (SELECT 1 FROM webhook_delivery d
              WHERE d.organization_id = v.organization_id AND d.event_id = v.id AND d.state = 'waiting' AND d.due_at > now() - interval '2 days')
          ORDER BY v.created_at LIMIT ${batch}::int))`,
    )
  while ((await purge()) === batch);
}
