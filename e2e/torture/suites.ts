import { accessSuites } from './access-suites'
import { ninetyOneDays } from './ninety-one-days'
import { outsideSuites } from './outside-suites'
import type { Scenario } from './scenario'
import { suite } from './suite'
import { without } from './text-mutants'

/** The rows that tests of their own hold. */
export const suites: Scenario[] = [
  ...accessSuites,
  ...outsideSuites,
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
