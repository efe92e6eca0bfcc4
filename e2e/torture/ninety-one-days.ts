import type { TextMutant } from './scenario'
import { suite } from './suite'

const HOUSE = 'lib/worker/tasks/maintenance.ts'
/** Erased with the buyer, by night or on request. */
const BUYERS = 'lib/sales/orders/forget-buyers.sql'

/** One step of the night left out, as its line in the house names it. */
const withoutStep = (name: string, line: string): TextMutant => ({
  name,
  removes: `the step of the night: ${name}`,
  texts: [{ file: HOUSE, find: new RegExp(` *await ${line}.*\\n`), put: '' }],
})
const withoutPart = (name: string, find: string, put: string): TextMutant => ({
  name,
  removes: `erased with the buyer: ${name}`,
  texts: [{ file: BUYERS, find: new RegExp(find), put }],
})
const step = (name: string) => withoutStep(name, `(?:attempt\\(organizationId, |purge\\()'${name}'`)

export const ninetyOneDays = suite({
  name: 'ninety-one-days',
  claim: '91 days later: no buyer’s personal data left in tables, queues, audit',
  step: 'integration',
  tests: ['lib/worker/tasks/ninety-one-days'],
  mutants: [
    ...['buyers', 'customers', 'return texts', 'proofs', 'refusals', 'bank entries', 'conversations', 'proposals'].map(
      step,
    ),
    ...['longer work', 'searched words', 'answers', 'platform answers', 'webhooks', 'files'].map(step),
    withoutStep('webhook-events', "attempt\\(null, 'webhook-events'"),
    withoutStep('dead jobs', "attempt\\(null, 'dead jobs'"),
    withoutPart('notes', 'SET customer_name = NULL, note = NULL, platform_note = NULL', 'SET customer_name = NULL'),
    withoutPart('photos', 'now\\(\\) FROM order_evidence', 'f.expires_at FROM order_evidence'),
  ],
})
