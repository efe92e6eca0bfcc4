import 'server-only'
import { serverFunction } from '../functions/contract'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { testIntegrationInput } from './schema'
import { testIntegration } from './test-integration'

/** Each asks somebody else's server. */
const TESTS: CallLimit = { name: 'integration-test', points: 30, seconds: 600 }

export const testIntegrationFunction = serverFunction({
  name: 'test-integration',
  description: 'Ask one integration’s other side now whether it answers with what is set up here.',
  permission: 'integration.manage',
  changes: true,
  schema: testIntegrationInput,
  run: async ({ actor }, { integration }) => {
    await limitCalls(TESTS, actor.organizationId)
    return testIntegration(actor, integration)
  },
})
