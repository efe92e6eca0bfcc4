/**
 * The places of the words of a field's codes in the messages, `*` for the code (a dot in it as an underscore). A field
 * with another meaning in entries of one kind stands with that kind. Other fields have their words under
 * `audit.values`.
 */
const places: Record<string, string> = {
  check: 'healthChecks.checks.*.title',
  cause: 'reconciliation.causes.*',
  regime: 'companyData.taxes.regimes.*',
  taxRegime: 'companyData.taxes.regimes.*',
  stockMaster: 'shops.master.*',
  priceMaster: 'shops.master.*',
  labelPaper: 'dispatch.prepare.papers.*',
  programme: 'fees.terms.programmes.*',
  costRule: 'purchases.cost.rules.*',
  operation: 'dispatch.failures.operations.*',
  method: 'dispatch.filters.methods.*',
  answer: 'returns.answer.kinds.*',
  format: 'exports.formats.*',
  kinds: 'apis.webhooks.kinds.*',
  code: 'errors.*',
  errorCode: 'errors.*',
  'case.state': 'cases.states.*',
  'dispatchRun.kind': 'dispatch.runs.kinds.*',
  'expense.kind': 'expenses.kinds.*',
  'export.kind': 'exports.kinds.*',
  'import.kind': 'moneyFiles.types.*',
  'listing.how': 'mapping.past.how.*',
  'listing.scope': 'mapping.remap.scopes.*',
  'purchase.status': 'purchases.list.statuses.*',
}

export const placeOfCode = (kind: string, field: string, code: string): string | null =>
  (places[`${kind}.${field}`] ?? places[field])?.replace('*', () => code.replaceAll('.', '_')) ?? null
