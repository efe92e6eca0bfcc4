import { addWebhook } from '../harnesses/webhook-harness'
import { testWebhook } from '@/lib/assist/webhooks/endpoints'
import { inspect } from '../harnesses/database'
import type { TestOrganization } from '../factories/factories'

const URL = 'http://127.0.0.1:9/hook'

const webhook = async (company: TestOrganization) => ({ id: (await addWebhook(company, URL)).id })

/** A delivery that did not come to be taken. */
export async function failedDelivery(company: TestOrganization): Promise<string> {
  const { deliveryId } = await testWebhook(company.owner, await webhook(company))
  await inspect(company.organizationId, `UPDATE webhook_delivery SET state = 'failed' WHERE id = $1`, [deliveryId])
  return deliveryId
}

/** The input of each action of webhooks, in a company that has it. */
export const integrationSamples = {
  'webhook.update': async (company: TestOrganization) => ({
    ...(await webhook(company)),
    url: URL,
    kinds: ['order.created'],
  }),
  'webhook.setState': async (company: TestOrganization) => ({ ...(await webhook(company)), state: 'paused' }),
  'webhook.changeSecret': webhook,
  'webhook.remove': webhook,
  'webhook.test': webhook,
  'webhook.sendAgain': async (company: TestOrganization) => ({ deliveryId: await failedDelivery(company) }),
}
