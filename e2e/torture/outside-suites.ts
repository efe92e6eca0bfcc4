import type { Scenario } from './scenario'
import { sheets } from './sheets-suite'
import { suite } from './suite'
import { ofProduct, openPolicy, without } from './text-mutants'

const finish = 'lib/connect/shops/finish-authorization.ts'

/** Input from outside: the platform's answers, files, an intruder in the database, a model. */
export const outsideSuites: Scenario[] = [
  suite({
    name: 'tokens',
    claim: '3 processes × 100 callers at token expiry, killed -9 between answer and commit: one refresh per generation',
    step: 'integration',
    tests: ['lib/connect/shops/token-processes'],
    mutants: [
      without(
        'lease',
        'that a generation which somebody refreshes is left to them',
        'lib/connect/shops/token-record.ts',
        / AND \(refreshing_since IS NULL OR refreshing_since < [^`]+\)\)(?=`)/,
      ),
      without(
        'written-first',
        'that who refreshes writes so down before the platform is asked',
        'lib/connect/shops/token-record.ts',
        /SET refreshing_since = now\(\),/,
        'SET refreshing_since = NULL,',
      ),
    ],
  }),
  suite({
    name: 'push-keys',
    claim: 'pushes: all forgeries refused, also while the key is being changed',
    step: 'integration',
    tests: ['lib/connect/sync/webhook-events/webhook-keys'],
    mutants: [
      without(
        'signature',
        'the look at the signature of a push',
        'lib/connect/sync/webhook-events/receive-webhook-event.ts',
        /    return 'forged'\n/,
      ),
    ],
  }),
  suite({
    name: 'old-answers',
    claim: 'pushes: what the platform said earlier never overwrites what it said later, whichever is written last',
    step: 'integration',
    tests: ['lib/connect/sync/inbound/sync-orders'],
    mutants: [
      without(
        'older',
        'that of two answers about an order the later one stands',
        'lib/sales/orders/judge-marketplace-orders.sql',
        /WHEN \(v_api OR [^\n]+ THEN 'older'\n/,
      ),
    ],
  }),
  suite({
    name: 'oauth-return',
    claim: "OAuth return: state missing, reused, another's, expired; shop of another organization: all refused",
    step: 'integration',
    tests: ['lib/connect/shops/authorization-refusals'],
    mutants: [
      without(
        'person',
        'that a state is of the person and the session who began it',
        finish,
        /state\.userId !== member\.userId \|\| state\.sessionId !== member\.sessionId/,
        'false',
      ),
      without(
        'organization',
        'that a state is of the organization in which it began',
        finish,
        /if \(state\.organizationId !== organizationId\) throw new UserError\('shopStateOrganization'\)/,
      ),
      without('once', 'that a state counts once', finish, /usedAt: null, (?=expiresAt)/),
      without('expiry', 'that a state ends after its minutes', finish, /, expiresAt: \{ gt: new Date\(\) \}/),
      without(
        'shop',
        'that the platform names the shop that was saved',
        finish,
        / \|\| \(known !== null && shopId !== known\)/,
      ),
      {
        name: 'claim',
        removes: 'that a shop which another organization holds stays theirs',
        texts: [
          { file: finish, find: /if \(!claim\?\.held\)/, put: 'if (false)' },
          { file: 'lib/connect/shops/shop-record.ts', find: /if \(answer\?\.held\)/, put: 'if (false)' },
        ],
      },
    ],
  }),
  sheets,
  suite({
    name: 'trail',
    claim:
      'audit: any one chained row of 32,000 edited, removed, reordered, the tail cut, all chained again without the key: found',
    step: 'integration',
    tests: ['lib/insight/audit-log/long-chain'],
    mutants: [
      without(
        'key',
        'the key from the links',
        'lib/insight/audit-log/link-hmac.ts',
        /createHmac\('sha256', key\)/,
        "createHmac('sha256', 'known to all')",
      ),
      without(
        'head',
        'the end that is kept apart',
        'lib/insight/audit-log/verify-audit-log.ts',
        /return stands \? null : headFault\(after\)/,
        'return null',
      ),
      without(
        'content',
        'the content of an entry from its chain',
        'lib/insight/audit-log/link-hmac.ts',
        /sorted\(event\.after \?\? null\)/,
        'null',
      ),
    ],
  }),
  suite({
    name: 'obedient-model',
    claim: 'assistant with a model that obeys every injected instruction: no write, no other row, no outbound address',
    step: 'integration',
    tests: ['lib/assist/assistant/obedient'],
    first: [['unit', 'components/assist/assistant/markdown']],
    mutants: [
      without(
        'draft',
        'that what a model proposes waits for a person',
        'lib/assist/proposals/propose.ts',
        /const id = newId\(\)\n/,
        'const id = newId()\n  await kind.apply(viewer, parsed, seen)\n',
      ),
      {
        name: 'organization',
        removes: 'the organization from the question for a product by its SKU, and from the policies of its tables',
        texts: [ofProduct],
        sql: openPolicy('product'),
      },
      without(
        'drafts',
        'the limit of drafts in one answer',
        'lib/assist/assistant/tools.ts',
        /\(one\.changes && \+\+drafts > MOST_PROPOSALS\)/,
        'false',
      ),
      without(
        'address',
        'that an address stays text',
        'components/assist/assistant/markdown.tsx',
        /'br'\]/,
        "'br', 'a', 'img']",
      ),
    ],
  }),
]
