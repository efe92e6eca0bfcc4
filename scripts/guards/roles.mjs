import { guard, inFile, inFunction } from './shape.mjs'

const refuses = /if \(!can\(member\.role, permission\)\) throw await refuseRight\([^\n]*\)/

/** The rights of each role. */
export const roles = [
  guard(
    'table',
    'a dash of the table of rights, in favour of a yes: an operator writes expenses',
    inFile('lib/core/permissions.ts', /(?<='expense\.write': grant\('[^']+', y, y, y, )n/, 'y'),
    'lib/identity/auth/permissions.test.ts',
  ),
  guard(
    'action',
    'the question for the role from every action',
    inFile('lib/identity/auth/define-action.ts', refuses),
    'lib/identity/auth/define-action.integration.test.ts',
  ),
  guard(
    'route',
    'the question for the role from every route',
    inFile('app/api/member-route.ts', refuses),
    'app/api/member-route.integration.test.ts',
  ),
  guard(
    'function',
    'the question for the role from every function',
    inFile(
      'lib/assist/functions/answer.ts',
      /if \(!can\(caller\.actor\.role, functionView\.permission\)\) throw new UserError\('permissionDenied'\)/,
    ),
    'app/api/functions/functions.integration.test.ts',
  ),
  guard(
    'page',
    'the question for the role from every page',
    inFile(
      'app/dashboard/member-page.tsx',
      /if \(permission && !can\(member\.role, permission\)\) return <Denied member=\{member\} \/>/,
    ),
    'app/dashboard/other-company-record-pages.integration.test.ts',
  ),
  guard(
    'page-entry',
    'the right that a page names, in favour of a wider one',
    inFile('app/dashboard/minha-empresa/despesas/page.tsx', /(?<=memberPage\(\s+)'money\.read'/, "'sales.read'"),
    'app/dashboard/pages.test.ts',
  ),
  guard(
    'export',
    'the rights of this moment of who asked for a list',
    inFile(
      'lib/insight/exports/requester.ts',
      / \|\| !can\(row\.role, 'list\.export'\) \|\| !can\(row\.role, exportables\[kind\]\.permission\)/,
    ),
    'lib/insight/exports/exports.integration.test.ts',
  ),
  guard(
    'masked-buyer',
    'that a buyer is masked for an operator once the order has left',
    inFile('lib/sales/orders/buyer.ts', /return shipped \? 'masked' : 'full'/, "return 'full'"),
    'lib/sales/orders/orders.test.ts',
  ),
  guard(
    'below-admin',
    'that an admin gives and takes no role as high as their own',
    inFile(
      'lib/identity/organizations/grantable-roles.ts',
      /scope === 'all' \|\| scopeOf\(other, 'member\.manage'\) === 'none'/,
      'other',
    ),
    'lib/identity/organizations/people.integration.test.ts',
  ),
  guard(
    'ended-session',
    'that an ended session gives no access',
    inFunction('get_session_member', /(?<=p_hash\)\n    AND )s\.ended_at IS NULL AND /),
    'lib/identity/auth/sessions/sessions.integration.test.ts',
  ),
]
