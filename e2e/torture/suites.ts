import { ninetyOneDays } from './ninety-one-days'
import type { Scenario, TextMutant } from './scenario'
import { suite } from './suite'

const openPolicy = (table: string, using = 'true', check = 'true') =>
  `DROP POLICY tenant ON ${table}; CREATE POLICY tenant ON ${table} USING (${using}) WITH CHECK (${check});`
const ownRows = 'organization_id = current_organization()'

/** A mutant of one text in one file. */
const without = (name: string, removes: string, file: string, find: RegExp, put = ''): TextMutant => ({
  ...{ name, removes },
  texts: [{ file, find, put }],
})

const finish = 'lib/shops/finish-authorization.ts'

/** The rows that tests of their own hold. */
export const suites: Scenario[] = [
  suite({
    name: 'tenancy-tables',
    claim: 'tenancy: every table × select, insert, update, delete × other organization, none: 0 rows',
    ...{ step: 'integration', tests: ['lib/tenancy'] },
    mutants: [
      {
        name: 'policy',
        removes: 'the policy of one table, in favour of one that bars nothing',
        sql: openPolicy('expense'),
      },
      {
        name: 'check',
        removes: 'of the policy of one table, what it says of rows that are written',
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
    claim: 'tenancy: every route, action and function × a foreign id: not found, nothing changed',
    ...{ step: 'integration', tests: ['lib/auth/foreign-ids', 'app/api/mcp/foreign'] },
    mutants: [
      {
        name: 'action',
        removes: 'the organization from the question for one expense, and from the policy of its table',
        texts: [
          {
            file: 'lib/expenses/change-expense.ts',
            find: /findUnique\(\{ where: \{ organizationId_id: \{ organizationId, id \} \}/,
            put: 'findFirst({ where: { id }',
          },
        ],
        sql: openPolicy('expense'),
      },
      {
        name: 'function',
        removes: 'the organization from the question for a product by its SKU, and from the policy of its table',
        texts: [
          {
            file: 'lib/tools/product-input.ts',
            find: /organization_id = \$\{viewer\.organizationId\}::uuid AND /,
            put: '',
          },
        ],
        sql: openPolicy('product'),
      },
    ],
  }),
  suite({
    name: 'roles',
    claim: 'roles: 7 roles × every action, route and function, from the table: all as written; none without an entry',
    ...{ step: 'integration', tests: ['lib/auth/role-matrix', 'lib/auth/declared-rights'] },
    first: [['unit', 'lib/auth/permissions', 'app/dashboard/pages']],
    mutants: [
      without(
        'table',
        'a dash of the table, in favour of a yes',
        'lib/auth/permissions.ts',
        /(?<='expense\.write': grant\('[^']+', y, y, y, )n/,
        'y',
      ),
      without(
        'action',
        'the question for the role from every action',
        'lib/auth/define-action.ts',
        /if \(!can\(member\.role, permission\)\) throw new UserError\('permissionDenied'\)/,
      ),
      without(
        'route',
        'the question for the role from every route',
        'app/api/member-route.ts',
        /if \(!can\(member\.role, permission\)\) throw new UserError\('permissionDenied'\)/,
      ),
      without(
        'entry',
        'what an action says of whom it asks for: one more action, without it',
        'lib/expenses/actions.ts',
        /$/,
        '\nexport async function bareAction() {}\n',
      ),
    ],
  }),
  suite({
    name: 'tokens',
    claim: '3 processes × 100 callers at token expiry, killed -9 between answer and commit: one refresh per generation',
    ...{ step: 'integration', tests: ['lib/shops/token-processes'] },
    mutants: [
      without(
        'lease',
        'that a generation which somebody refreshes is left to them',
        'lib/shops/token-record.ts',
        / AND \(refreshing_since IS NULL OR refreshing_since < [^`]+\)\)(?=`)/,
      ),
      without(
        'written-first',
        'that who refreshes writes so down before the platform is asked',
        'lib/shops/token-record.ts',
        /SET refreshing_since = now\(\),/,
        'SET refreshing_since = NULL,',
      ),
    ],
  }),
  suite({
    name: 'oauth-return',
    claim: "OAuth return: state missing, reused, another's, expired; shop of another organization: all refused",
    ...{ step: 'integration', tests: ['lib/shops/authorization-refusals'] },
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
        /if \(answer\.shop_id !== shop\.externalShopId\) throw new UserError\('shopOther'\)/,
      ),
      {
        name: 'claim',
        removes: 'that a shop which another organization holds stays theirs',
        texts: [
          { file: finish, find: /if \(!claim\?\.held\)/, put: 'if (false)' },
          { file: 'lib/shops/shop-record.ts', find: /if \(answer\?\.held\)/, put: 'if (false)' },
        ],
      },
    ],
  }),
  ninetyOneDays,
  suite({
    name: 'product-html',
    claim:
      'product HTML: 2,000 generated payloads and 20,000 fuzzed ones in Chromium, sanitizer and CSP each alone: 0 executions',
    ...{ step: 'unit', tests: ['lib/products/description-attacks'] },
    mutants: [
      without(
        'sanitizer',
        'the sanitizing of descriptions',
        'lib/products/sanitize-description.ts',
        /sanitizeHtml\(html, ALLOWED\)/,
        'html',
      ),
      without(
        'policy',
        'the content security policy of the pages',
        'middleware.ts',
        /response\.headers\.set\('content-security-policy', policy\)/,
      ),
    ],
  }),
]
