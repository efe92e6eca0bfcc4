import { afterMigrations, guard, inFile, inFunction } from './shape.mjs'

const openPolicy = (table) =>
  `DROP POLICY tenant ON ${table}; CREATE POLICY tenant ON ${table} USING (true) WITH CHECK (true);`

/** The isolation of one company's records from another's. */
export const tenancy = [
  guard(
    'row-policy',
    'the row-level policy of the orders, in favour of one that bars nothing',
    afterMigrations(openPolicy('orders')),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
  guard(
    'entity-policy',
    'the policy that keeps an accountant to the expenses of some legal entities',
    afterMigrations('DROP POLICY entity ON expense;'),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
  guard(
    'organization-ends',
    'that a connection forgets the organization at the end of its transaction',
    inFile('lib/core/database/database-adapter.ts', /(?<=escapeLiteral\(value\)\}, )true(?=\)`)/, 'false'),
    'lib/core/db.integration.test.ts',
  ),
  guard(
    'entities-of-scope',
    'the legal entities of an accountant from their transactions',
    inFile('lib/core/db.ts', /legalEntityIds \? `\{\$\{legalEntityIds\.join\(\)\}\}` : ''/, "legalEntityIds && ''"),
    'lib/testing/properties/entity-scope.integration.test.ts',
  ),
  guard(
    'form-of-another-company',
    'that a form counts only in the company it was made for',
    inFile(
      'lib/identity/auth/define-action.ts',
      /if \(organizationId !== member\.organizationId\) throw new UserError\('organizationChanged'\)/,
    ),
    'lib/identity/auth/define-action.integration.test.ts',
  ),
  guard(
    'page-token',
    'that a page’s token counts only in the company of its session',
    inFunction('get_page_member', / AND s\.organization_id = p_organization/),
    'app/api/functions/functions.integration.test.ts',
  ),
  guard(
    'shop-claim',
    'that a shop which another company has connected stays theirs',
    [
      inFunction('claim_shop', /\n  WHERE c\.holder_id = v_org OR NOT EXISTS [^;]+(?=;)/),
      inFunction('is_shop_held_elsewhere', /c\.holder_id <> current_organization\(\)/, 'false'),
    ],
    'lib/connect/shops/authorization-refusals.integration.test.ts',
  ),
  guard(
    'names-of-people',
    'that a company reads the names of its own people alone, by a function that runs with the owner’s rights',
    inFunction(
      'list_actor_names',
      /EXISTS \(SELECT 1 FROM membership m WHERE m\.organization_id = current_organization\(\) AND m\.user_id = u\.id\)/,
      'true',
    ),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
  guard(
    'role-in-company',
    'that a person’s role is asked for in the company at hand, and not in another one of theirs',
    inFunction('get_member_scope', /m\.organization_id = current_organization\(\) AND /),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
  guard(
    'job',
    'that a job is of the company that asks for it, whatever its content says',
    inFunction(
      'enqueue_job',
      /\(p_payload::jsonb \|\| jsonb_build_object\('organizationId', current_organization\(\)\)\)/,
      "(jsonb_build_object('organizationId', current_organization()) || p_payload::jsonb)",
    ),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
]
