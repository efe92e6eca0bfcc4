import type { Scenario } from './scenario'
import { suite } from './suite'
import { ofProduct, openPolicy, without } from './text-mutants'

const ownRows = 'organization_id = current_organization()'

/** Isolation between companies. */
export const accessSuites: Scenario[] = [
  suite({
    name: 'tenancy-tables',
    claim: 'tenancy: every table × select, insert, update, delete × other organization, none: 0 rows',
    step: 'integration',
    tests: ['lib/testing/properties/tenancy'],
    mutants: [
      {
        name: 'policy',
        removes: 'the policy of one table, in favour of one that bars nothing',
        sql: openPolicy('expense'),
      },
      {
        name: 'check',
        removes: 'the check for written rows in the policy of one table',
        sql: openPolicy('expense', ownRows),
      },
      {
        name: 'entity',
        removes: 'the policy of one table that keeps an accountant to some legal entities',
        sql: 'DROP POLICY entity ON expense;',
      },
    ],
  }),
  suite({
    name: 'tenancy-ids',
    claim: 'tenancy: every route, action, function and page × a foreign id: not found, nothing changed',
    step: 'integration',
    tests: ['lib/identity/auth/other-company-', 'app/api/mcp/other-company', 'app/dashboard/other-company-'],
    mutants: [
      {
        name: 'action',
        removes: 'the organization from the question for one expense, and from the policy of its table',
        texts: [
          {
            file: 'lib/money/expenses/change-expense.ts',
            find: /findUnique\(\{ where: \{ organizationId_id: \{ organizationId, id \} \}/,
            put: 'findFirst({ where: { id }',
          },
        ],
        sql: openPolicy('expense'),
      },
      {
        name: 'route',
        removes: 'the organization from the question for one list to be written, and from the policy of its table',
        texts: [
          {
            file: 'lib/insight/exports/queries.ts',
            find: /findUnique\(\{\s+where: \{ organizationId_id: \{ organizationId, id \} \}/,
            put: 'findFirst({ where: { id }',
          },
        ],
        sql: openPolicy('export'),
      },
      {
        name: 'function',
        removes: 'the organization from the question for a product by its SKU, and from the policy of its table',
        texts: [ofProduct],
        sql: openPolicy('product'),
      },
      {
        name: 'query',
        removes:
          'the organization from the question for the products of an address, and from the policy of their table',
        texts: [
          {
            file: 'lib/sales/orders/sellable-products.ts',
            find: /p\.organization_id = \$\{organizationId\}::uuid AND (?=p\.archived_at IS NULL AND p\.id = ANY)/,
            put: '',
          },
        ],
        sql: openPolicy('product'),
      },
      {
        name: 'page',
        removes: 'the organization from the question for the order of a page, and from the policy of its table',
        texts: [
          {
            file: 'lib/sales/orders/detail.ts',
            find: /findUnique\(\{ where: \{ organizationId_id: \{ organizationId, id \} \}, select: orderFields/,
            put: 'findFirst({ where: { id }, select: orderFields',
          },
        ],
        sql: openPolicy('orders'),
      },
    ],
  }),
  suite({
    name: 'roles',
    claim: 'roles: 7 roles × every action, route and function, from the table: all as written; none without an entry',
    step: 'integration',
    tests: ['lib/identity/auth/role-matrix', 'lib/identity/auth/declared-rights', 'app/api/functions/functions'],
    first: [['unit', 'lib/identity/auth/permissions', 'app/dashboard/pages']],
    mutants: [
      without(
        'table',
        'a dash of the table, in favour of a yes',
        'lib/core/permissions.ts',
        /(?<='expense\.write': grant\('[^']+', y, y, y, )n/,
        'y',
      ),
      without(
        'action',
        'the question for the role from every action',
        'lib/identity/auth/define-action.ts',
        /if \(!can\(member\.role, permission\)\) throw await refuseRight\([^\n]*\)/,
      ),
      without(
        'route',
        'the question for the role from every route',
        'app/api/member-route.ts',
        /if \(!can\(member\.role, permission\)\) throw await refuseRight\([^\n]*\)/,
      ),
      without(
        'function',
        'the question for the role from every function',
        'lib/assist/functions/answer.ts',
        /if \(!can\(caller\.actor\.role, functionView\.permission\)\) throw new UserError\('permissionDenied'\)/,
      ),
      without(
        'entry',
        'the right that an action declares: one more action, without it',
        'lib/money/expenses/actions.ts',
        /$/,
        '\nexport async function bareAction() {}\n',
      ),
    ],
  }),
  suite({
    name: 'scoped-reads',
    claim: 'roles: what a cell grants only in part (no company totals, masked once shipped): none of the rest is sent',
    first: [['build']],
    step: 'e2e',
    tests: ['canary', '--project', 'desktop'],
    mutants: [
      without(
        'masked',
        'that a buyer is masked once the order has left',
        'lib/sales/orders/buyer.ts',
        /return shipped \? 'masked' : 'full'/,
        "return 'full'",
      ),
    ],
  }),
  suite({
    name: 'no-middleware',
    claim:
      'middleware deleted: every protected page as HTML, RSC and prefetch, every route, anonymous: 0 protected bytes',
    first: [['build']],
    step: 'e2e',
    tests: ['without-middleware', '--project', 'desktop'],
    mutants: [
      {
        name: 'page',
        removes: 'that a request is answered for its own session: without one, the last one that was seen counts',
        texts: [
          {
            file: 'lib/identity/auth/member.ts',
            find: /return secret \? readSession\(secret\) : null/,
            put: 'return (lastSeen = (secret ? await readSession(secret) : null) ?? lastSeen)',
          },
          {
            file: 'lib/identity/auth/member.ts',
            find: /(?=\/\*\* The person behind the request)/,
            put: 'let lastSeen: Person | Member | null = null\n\n',
          },
        ],
      },
      without(
        'route',
        'the question for a session from the wrapper of routes: without one, the last member that was seen counts',
        'app/api/member-route.ts',
        /const member = await \(isAskedByPage \? getWaitingMember\(\) : getMember\(\)\)/,
        'const all = globalThis as unknown as { seen?: Member | null }\n' +
          '      const member = (all.seen = (await getMember()) ?? all.seen ?? null)',
      ),
    ],
  }),
]
