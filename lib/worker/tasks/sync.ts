import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import { changePrices } from '@/lib/connect/sync/listing-updates/change-prices'
import { confirmMiss } from '@/lib/connect/sync/listing-updates/confirm-miss'
import { fetchLostWebhookEvents } from '@/lib/connect/sync/webhook-events/fetch-lost-webhook-events'
import { planCompanyListingUpdates } from '@/lib/connect/sync/listing-updates/plan-listing-updates'
import { pollOrders } from '@/lib/connect/sync/inbound/poll-orders'
import { retryFailures } from '@/lib/connect/sync/streams/retry-failures'
import { runStream, type StreamRun } from '@/lib/connect/sync/streams/run-stream'
import { scheduleSyncs } from '@/lib/connect/sync/streams/schedule-syncs'
import { syncEscrow } from '@/lib/connect/sync/inbound/sync-escrow'
import { syncHealth } from '@/lib/connect/sync/inbound/sync-health'
import { syncHistory } from '@/lib/connect/sync/inbound/sync-history'
import { pollListings } from '@/lib/connect/sync/inbound/sync-listings'
import { pollReturns } from '@/lib/connect/sync/inbound/sync-returns'
import { syncWallet } from '@/lib/connect/sync/inbound/sync-wallet'
import { workWebhookEvents } from '@/lib/connect/sync/webhook-events/work-webhook-events'
import { defineTask, type Task } from '@/lib/core/queue/task'

const ofShop = z.object({ shopId: z.uuid() })
const ofCompany = z.object({})
const ofWebhookEvents = z.object({ externalShopId: z.string().nullable() })

type Poll = { task: StreamRun['task']; stream: StreamRun['stream'] }

const stream = ({ task, stream: name }: Poll, run: (...given: Parameters<StreamRun['run']>) => Promise<number>) =>
  defineTask(ofShop, ({ organizationId, shopId }) =>
    runStream({ organizationId }, shopId, {
      task,
      stream: name,
      run: async (shop) => ({ changed: await run(shop), isDone: true }),
    }),
  )

type Sliced = typeof syncHistory

/** Long work in slices: what is left when one ends is queued behind the other jobs. */
const sliced = ({ task, stream: name }: Poll, run: Sliced) =>
  defineTask(ofShop, ({ organizationId, shopId }, { abortSignal: signal }: JobHelpers) =>
    runStream({ organizationId }, shopId, { task, stream: name, run: (shop) => run(shop, { signal }) }),
  )

export const syncTaskList: Record<string, Task> = {
  'sync-orders': stream({ task: 'sync-orders', stream: 'orders' }, (shop) => pollOrders(shop)),
  'sync-listings': stream({ task: 'sync-listings', stream: 'listings' }, (shop) => pollListings(shop)),
  'sync-returns': stream({ task: 'sync-returns', stream: 'returns' }, (shop) => pollReturns(shop)),
  'sync-health': stream({ task: 'sync-health', stream: 'health' }, (shop) => syncHealth(shop)),
  'sync-history': sliced({ task: 'sync-history', stream: null }, syncHistory),
  'sync-escrow': sliced({ task: 'sync-escrow', stream: 'escrow' }, syncEscrow),
  'sync-wallet': sliced({ task: 'sync-wallet', stream: 'wallet' }, syncWallet),
  'retry-failures': defineTask(ofShop, ({ organizationId, shopId }) => retryFailures({ organizationId }, shopId)),
  'plan-listing-updates': defineTask(
    ofCompany,
    async (scope) => void (await planCompanyListingUpdates(scope.organizationId)),
  ),
  'confirm-miss': defineTask(z.object({ missId: z.uuid() }), ({ organizationId, missId }) =>
    confirmMiss({ organizationId }, missId),
  ),
  'change-prices': defineTask(z.object({ changeId: z.uuid() }), ({ organizationId, changeId }) =>
    changePrices({ organizationId }, changeId),
  ),
  'work-webhook-events': async (payload) => workWebhookEvents(ofWebhookEvents.parse(payload).externalShopId),
}

export const scheduleSyncsTask: Task = () => scheduleSyncs()
export const fetchLostWebhookEventsTask: Task = async () => void (await fetchLostWebhookEvents())
