import { guard, inFile, inFunction } from './shape.mjs'

/** That nothing is sold twice, and that the same request counts once. */
export const stock = [
  guard(
    'short-stock',
    'that an order larger than the stock is refused',
    inFunction('book_stock', /IF v_short IS NOT NULL AND NOT p_allow_short THEN/, 'IF false THEN'),
    'lib/sales/orders/place-order.integration.test.ts',
  ),
  guard(
    'released-once',
    'that a cancelled order gives back what it had reserved, and no more',
    inFunction('reserve_order_stock', /(?<=ELSE 0 END) - coalesce\(t\.reserved, 0\)(?= AS reserved)/),
    'lib/sales/orders/change-order-status.integration.test.ts',
  ),
  guard(
    'ledger',
    'that the ledgers and the audit log are append-only',
    inFunction('refuse_change', /RAISE EXCEPTION [^;]+;/, 'RETURN NULL;'),
    'lib/testing/properties/tenancy.integration.test.ts',
  ),
  guard(
    'key-claimed',
    'that a request which comes again under its key is answered as the first time',
    inFile('lib/core/db.ts', /if \(claimed === 0\)/, 'if (claimed < 0)'),
    'lib/core/db.integration.test.ts',
  ),
  guard(
    'key-of-body',
    'that a key counts only with the content it came with first',
    inFile('lib/core/db.ts', / && Buffer\.from\(first\.bodyHash\)\.equals\(request\.bodyHash\)/),
    'lib/core/db.integration.test.ts',
  ),
  guard(
    'version',
    'that an order which somebody has changed meanwhile is not changed from an older form',
    inFunction('set_order_status', /IF o\.version <> p_version THEN/, 'IF false THEN'),
    'lib/sales/orders/change-order-status.integration.test.ts',
  ),
  guard(
    'import-confirmed-once',
    'that an import is applied once, and only when it has been checked',
    inFile(
      'lib/connect/order-imports/confirm-import.ts',
      /if \(result\.state !== 'ready'\) throw new UserError\('importNotReady'\)/,
    ),
    'app/api/imports/import-guards.integration.test.ts',
  ),
  guard(
    'return-exceeds',
    'that no more comes back than had left',
    inFunction(
      'receive_return',
      /IF EXISTS \(\n    SELECT 1 FROM jsonb_to_recordset\(v_came\)/,
      'IF false AND EXISTS (\n    SELECT 1 FROM jsonb_to_recordset(v_came)',
    ),
    'lib/sales/returns/returns.integration.test.ts',
  ),
  guard(
    'count-moved',
    'that a count of stock is refused when the stock has moved since it was looked at',
    inFile('lib/catalog/stock/adjust-stock.ts', /if \(isCount && level\.onHand !== input\.seenOnHand\)/, 'if (false)'),
    'lib/catalog/stock/stock.integration.test.ts',
  ),
  guard(
    'act-in-flight',
    'that an act at the platform is not begun while the same is under way',
    inFile(
      'lib/connect/sync/acts/act-once.ts',
      /const isOpen = last !== null && last\.settledAt === null/,
      'const isOpen = false',
    ),
    'lib/connect/sync/acts/act-once.integration.test.ts',
  ),
]
