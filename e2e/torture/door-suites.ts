import type { Scenario } from './scenario'
import { suite } from './suite'
import { without } from './text-mutants'

const outbound = 'lib/core/http/outbound.ts'
const requestGuard = 'lib/identity/auth/request-guard.ts'
const pagePolicy = 'lib/identity/auth/page-policy.ts'
const attempts = 'lib/identity/auth/password-attempts.ts'
const limits = 'lib/identity/auth/limits.ts'

/** Outgoing calls, usage headers and rate limits. */
export const doorSuites: Scenario[] = [
  suite({
    name: 'doors',
    claim: 'calls go out to allowed hosts alone and follow no redirect; every answer says how it may be used',
    step: 'integration',
    tests: ['lib/core/http/outbound'],
    first: [['unit', 'lib/identity/auth/request-guard', 'app/middleware']],
    mutants: [
      without(
        'host',
        'the list of hosts that a call may go to',
        outbound,
        / \|\| !allow\.includes\(url\.host\)\)/,
        ')',
      ),
      without(
        'plain',
        'that what leaves this computer is encrypted',
        outbound,
        /\(url\.protocol === 'http:' && isLoopback\(address\)\)/,
        "url.protocol === 'http:'",
      ),
      without(
        'credentials',
        'that an address carries no name and password',
        outbound,
        / \|\| url\.username \|\| url\.password(?= \|\|)/,
      ),
      without(
        'redirect',
        'that a redirect is refused: it is followed',
        outbound,
        /return reject\(fail\('redirected'\)\)/,
        'return resolve(callOut(new URL(answer.headers.location!, url).href, request))',
      ),
      without(
        'streamed-redirect',
        'the same of an answer that is read as it comes',
        'lib/core/http/outbound-stream.ts',
        /reject\(fail\('redirected'\)\)/,
        'resolve(answerOut(new URL(answer.headers.location!, url).href, request))',
      ),
      without(
        'headers',
        'the headers of every answer',
        requestGuard,
        /for \(const \[name, value\] of Object\.entries\(HEADERS\)\) response\.setHeader\(name, value\)/,
      ),
      without(
        'https',
        'that browsers are sent to https',
        requestGuard,
        /response\.setHeader\('strict-transport-security', [^\n]*\)/,
        'return',
      ),
      without(
        'data-policy',
        'the content security policy of what is no page',
        requestGuard,
        /response\.setHeader\('content-security-policy', DATA_POLICY\)/,
      ),
      without(
        'nonce',
        'that a nonce is of one answer alone',
        pagePolicy,
        /crypto\.randomUUID\(\)\.replaceAll\('-', ''\)/,
        "'0'.repeat(32)",
      ),
      without(
        'inline',
        'that a script of a page needs its nonce',
        pagePolicy,
        /'nonce-\$\{nonce\}' 'strict-dynamic'/,
        "'unsafe-inline'",
      ),
      without('framed', 'that a page cannot be framed', pagePolicy, /"frame-ancestors 'none'",/),
      without(
        'kept',
        'that no cache keeps a page of a signed-in user',
        pagePolicy,
        /if \(isDashboard\(pathname\)\) response\['cache-control'\] = 'private, no-store'/,
      ),
      without(
        'origin',
        'that a page is sent nothing by another site',
        'middleware.ts',
        /if \(!reads && !isOwnOrigin\([^\n]+\n/,
      ),
    ],
  }),
  suite({
    name: 'too-often',
    claim: 'too many requests are rate-limited, by account, network, token and person, and no others are',
    step: 'integration',
    tests: [
      'lib/testing/properties/call-limits',
      'lib/identity/auth/guesses',
      'lib/identity/auth/forgeries',
      'app/api/functions/functions',
      'app/api/member-route',
    ],
    mutants: [
      without(
        'account',
        'the limit of guesses at one account from one network',
        attempts,
        /\[PASSWORD_ATTEMPTS, `\$\{name\}:\$\{await clientNetwork\(\)\}`\],/,
      ),
      without(
        'everywhere',
        'the limit of guesses at one account from all networks',
        attempts,
        /\[ACCOUNT_GUESSES, name\],/,
      ),
      without(
        'network',
        'the limit of attempts of one network',
        limits,
        /if \(network !== 'direct'\) await limitCalls\(KNOWN_NETWORK, network\)/,
      ),
      without(
        'prefix',
        'that a /64 is one network',
        'lib/identity/auth/client-network.ts',
        /groups\.slice\(0, 4\)/,
        'groups.slice(0, 8)',
      ),
      without(
        'forgery',
        'the limit of unknown tokens and forged events',
        limits,
        /if \(result === null && network !== 'direct'\) await limitCalls\(FORGERIES, network\)/,
      ),
      without(
        'token',
        'the limit of calls of one token',
        'lib/identity/access-tokens/bearer.ts',
        /await limitCalls\(TOKEN_LIMIT, result\.tokenId\)/,
      ),
      without(
        'page-token',
        'the limit of calls of a page’s token',
        'lib/assist/functions/page-token.ts',
        /await limitCalls\(PAGE_TOKEN, userId\)/,
      ),
      without(
        'action',
        'the limit of actions of one person',
        'lib/identity/auth/define-action.ts',
        /await limitCalls\(limit, member\.userId\)/,
      ),
      without(
        'route',
        'the limit of calls of all routes by one person',
        'app/api/member-route.ts',
        /await limitCallsHere\(personLimit, member\.userId\)/,
      ),
      {
        name: 'search',
        removes: 'the limits of the searches for products and of everything',
        texts: ['lib/sales/orders/search-products.ts', 'lib/insight/palette/find.ts'].map((file) => ({
          file,
          put: '',
          find: /await limitCalls\(SEARCH_LIMIT, viewer\.userId\)/,
        })),
      },
      without(
        'buyers',
        'the limit of searches for a buyer',
        'lib/insight/privacy/actions.ts',
        /limit: \{ name: 'find-buyer', [^}]+\},/,
      ),
      without(
        'upload',
        'the limits of files that are sent',
        'lib/connect/order-imports/store-import.ts',
        /await limitCalls\(limit, actor\.userId \?\? actor\.organizationId\)/,
      ),
      {
        name: 'reckoned',
        removes: 'the limits of uncached work: a buyer’s data, a person’s, the verdict on the audit log',
        texts: ['privacy/buyers/[id]', 'account', 'audit/verify'].map((path) => ({
          file: `app/api/${path}/route.ts`,
          put: '',
          find: /await limitCalls\(LIMIT, member\.userId\)/,
        })),
      },
      without(
        'company',
        'the limit of companies that one person makes',
        'lib/identity/organizations/create-company.ts',
        /await limitCalls\(COMPANIES, person\.userId\)/,
      ),
    ],
  }),
]
