import { suite } from './suite'

/** The nightly purge runs it as well as a request does. */
const FORGETTING = 'lib/sales/orders/forget-buyers.sql'
const ERASING = 'lib/insight/privacy/erase-buyer.sql'
const MARKING = 'lib/insight/privacy/forget-marked.sql'
const HOLDING = 'lib/sales/orders/write-marketplace-orders.sql'
const MEANWHILE = 'lib/insight/privacy/keep-buyer-erased.sql'
const without = (name: string, find: RegExp, put = '', file = ERASING) => ({
  name,
  removes: `cleared by a buyer's request: ${name}`,
  texts: [{ file, find, put }],
})
const dropped = (name: string, table: string) => ({
  name,
  removes: `the trigger that keeps it out of ${table}`,
  sql: `DROP TRIGGER ${name} ON ${table};`,
})

export const erasedBuyer = suite({
  name: 'erased-buyer',
  claim: 'a buyer erased on request is nowhere, and comes back by no sync, push or sheet',
  step: 'integration',
  tests: ['lib/insight/privacy/erase-buyer'],
  mutants: [
    dropped('keep_buyer_erased', 'orders'),
    dropped('refuse_erased_buyer', 'order_buyer'),
    without('mark', /SET buyer_erased_at = now\(\)/, 'SET buyer_erased_at = NULL'),
    without(
      'buyer',
      /  DELETE FROM order_buyer b WHERE b.organization_id = v_org AND b.order_id = ANY \(p_orders\);\n/,
      '',
      FORGETTING,
    ),
    dropped('forget_with_mark', 'orders'),
    without('returns', /  PERFORM forget_return_texts\(ARRAY[^;]*;\n/, '', MARKING),
    without('answers', /  DELETE FROM platform_answer a .*\n/, '', MARKING),
    without('conversations', /  DELETE FROM assistant_message m .*\n/),
    without('proposals', /  DELETE FROM proposal p .*\n/),
    without('bank', /  UPDATE bank_entry b .*\n/),
    without('pushes', /  DELETE FROM webhook_inbox b .*\n/),
    without(
      'pushes of others',
      /  WHERE c\.holder_id = current_organization\(\)\n/,
      '',
      'lib/insight/privacy/list-held-webhook-events.sql',
    ),
    without(
      'usernames folded',
      /regexp_replace\(search_text\(to_jsonb\(u\)::text\)/,
      'regexp_replace(lower(to_jsonb(u)::text)',
      'lib/insight/privacy/keyed-usernames.sql',
    ),
    without('signs in a record', /WHEN p_is_record THEN/, 'WHEN false THEN', 'lib/insight/privacy/list-words.sql'),
    without(
      'reported meanwhile',
      /    v_held := pg_advisory_xact_lock_shared\(buyer_lock\(NEW.organization_id, .*\n/,
      '',
      MEANWHILE,
    ),
    without('old and new at once', /  PERFORM await_erasure\(v_org, .*\n/, '', HOLDING),
    {
      name: 'orders held',
      removes: 'that an erasure waits for who writes an order of theirs',
      texts: [{ file: 'lib/insight/privacy/erase-buyer.ts', find: /ORDER BY id FOR UPDATE/, put: 'ORDER BY id' }],
    },
    without('payments of the marketplace', / AND NOT \(b\.memo ILIKE .*\)/, '', 'lib/insight/privacy/list-said.sql'),
    without('common names', /v_most constant integer := 20/, 'v_most constant integer := 1000000'),
    {
      name: 'words',
      removes: 'that a name which is a common word identifies no one in others’ texts',
      texts: [
        { file: 'lib/insight/privacy/erase-buyer.ts', find: /UNLIKE_WORDS = \/[^/]+\//, put: 'UNLIKE_WORDS = /./' },
      ],
    },
  ],
})
