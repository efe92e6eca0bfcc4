import { z } from 'zod'
import type { Database } from './database'

/** The settings of the admin, with the real platform's behaviour as the default. One section for each module. */
const platformSettings = z.object({
  clockOffsetSeconds: z.number().int().default(0),
  /** HTTP status by error code, over the defaults of platform-error.ts. */
  httpStatuses: z.record(z.string(), z.number().int().min(200).max(599)).default({}),
  /** Calls a second that one shop may make; 0 = no limit. */
  callsPerSecond: z.number().int().min(0).default(0),
  retryAfterSeconds: z.number().int().min(0).nullable().default(null),
  /** The redirect domain that the app declared in the console; null = none declared, nothing checked. */
  redirectDomain: z.string().nullable().default(null),
  /** "{ip}" that `source_ip_undeclared` names; null = no whitelist is checked. */
  undeclaredIp: z.string().nullable().default(null),
  /** get_escrow_detail_batch is described as GET; the live gateway takes POST alone. */
  escrowBatchByGet: z.boolean().default(false),
  /** Orders of invented history that each new shop is given; 0 = it starts empty. */
  demoOrders: z.number().int().min(0).default(0),
  pushesEnabled: z.boolean().default(true),
  /** 1 = retries after 300, 1800 and 10800 s, as the platform; 0.001 = a thousandth of that. */
  pushTimeScale: z.number().min(0).default(1),
  pushDuplicateRate: z.number().min(0).max(1).default(0),
  pushDisorderRate: z.number().min(0).max(1).default(0),
  pushSeed: z.string().default('1'),
  /** States in which the buyer's data may be read (guide 382, September 2026). orders/readable-buyer.ts says what of it, to whom. */
  unmaskedStatuses: z.array(z.string()).default(['INVOICE_PENDING', 'READY_TO_SHIP', 'PROCESSED', 'TO_RETURN']),
  /** Brazil: a paid order of the seller's own stock waits for a valid invoice. */
  invoicesRequired: z.boolean().default(true),
  /** The order itself says READY_TO_SHIP while it waits for its invoice; only lists and filters tell (integrators' guide, 09/2026). */
  invoicePendingHidden: z.boolean().default(true),
  /** How long SEFAZ thinks about an invoice; 0 = it answers at once. */
  invoiceCheckSeconds: z.number().int().min(0).default(0),
  /** SEFAZ's reason to refuse every invoice from now on; null = it looks at the invoice. */
  invoiceRejection: z.string().nullable().default(null),
  /** The income report has a row of its own for a refund after the payout (measured); false = it is an adjustment there. */
  refundRowsApart: z.boolean().default(true),
  /**
   * A completed order is paid on the next bank day from 9 to 18 h; false = at once. A generated history always follows
   * it.
   */
  payoutsOnBankDays: z.boolean().default(true),
  /** Days after its deadline that an order without a scan is cancelled, as sellers measured; 0 = never. */
  cancelUnscannedDays: z.number().int().min(0).default(3),
  trackingDelaySeconds: z.number().int().min(0).default(2),
  /** Labels are made as pages, which the carrier's thermal printers do not take; true = only the thermal kinds. */
  thermalLabelsOnly: z.boolean().default(false),
  /** As what a thermal label comes (a ZIP with commands was seen by sellers; the others by their readers' reports). */
  thermalLabelForm: z.enum(['zpl_zip', 'pdf_zip', 'zpl']).default('zpl_zip'),
  /** How many downloads of a finished label are empty before its file comes, as at the busiest hours. */
  emptyDownloads: z.number().int().min(0).max(10).default(0),
  /** One order that cannot be printed has none of its batch printed (measured, July to September 2026). */
  badLabelSpoilsBatch: z.boolean().default(true),
  documentDelaySeconds: z.number().int().min(0).default(2),
  /** Seconds of the platform's clock after which an order moves on by itself; 0 = never. */
  autopilotSeconds: z.number().int().min(0).default(0),
})

export type PlatformSettings = z.infer<typeof platformSettings>

export async function loadSettings(db: Database): Promise<PlatformSettings> {
  const { rows } = await db.query<{ name: string; value: unknown }>('SELECT name, value FROM setting')
  return platformSettings.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Throws a ZodError when a name or value is not known. */
export async function saveSettings(db: Database, changes: unknown): Promise<PlatformSettings> {
  const parsed = platformSettings.partial().strict().parse(changes)
  for (const name of Object.keys(changes as object))
    await db.query(
      'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, JSON.stringify(parsed[name as keyof PlatformSettings])],
    )
  return loadSettings(db)
}
