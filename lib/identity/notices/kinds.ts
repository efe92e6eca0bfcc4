import { z } from 'zod'
import { can, type Right, type Role } from '@/lib/core/permissions'
import { isDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { mappingPath } from '@/lib/core/paths'

export const channels = ['inProduct', 'byMail'] as const
export type Channel = (typeof channels)[number]

type Kind = {
  /** A member without it neither gets the notice nor has a setting for it. */
  right: Right
  /** The default until the person chooses. */
  defaults: Record<Channel, boolean>
  /** Channels that cannot be switched off. */
  always: readonly Channel[]
  data: z.ZodObject
}

const day = z.string().refine(isDay)
const signedCents = z.string().regex(/^-?\d{1,18}$/)

/** The count, and some by name; `items` holds which, so that none is reported twice. */
const alarm = z.object({ count: z.int().positive(), names: z.array(z.string()), items: z.array(z.string()) })
const alarms = (right: Right) =>
  ({ right, defaults: { inProduct: true, byMail: true }, always: [], data: alarm }) as const

/** The kinds of notifications that the product sends by itself; each has a cause in the code. */
export const kinds = {
  importFinished: {
    right: 'sheet.import',
    defaults: { inProduct: true, byMail: false },
    always: [],
    data: z.object({
      importId: z.uuid(),
      fileName: z.string(),
      outcome: z.enum(['done', 'failed']),
      kind: z.enum(['orders', 'catalogue', 'sales', 'money']).default('orders'),
    }),
  },
  lowStock: {
    right: 'sales.read',
    defaults: { inProduct: true, byMail: false },
    always: [],
    data: z.object({ count: z.int() }),
  },
  expenseDue: {
    right: 'money.read',
    defaults: { inProduct: true, byMail: true },
    always: [],
    data: z.object({ count: z.int(), cents: z.string().regex(/^\d{1,18}$/), until: day }),
  },
  lateShipment: {
    right: 'sales.read',
    defaults: { inProduct: true, byMail: false },
    always: [],
    // Orders past their ship-by, and those whose ship-by is still to come on the day of the notice.
    data: z.object({ late: z.int().min(0), today: z.int().min(0) }),
  },
  /** The day's summary, at the hour that each person chose; only for people who asked for it. */
  morning: {
    right: 'sales.read',
    defaults: { inProduct: false, byMail: false },
    always: [],
    // As the dashboard had it at that hour; null for who reads no money there, a null profit is not known.
    data: z.object({
      on: day,
      late: z.int().min(0),
      today: z.int().min(0),
      money: z
        .object({
          yesterday: day,
          profitCents: signedCents.nullable(),
          isPartial: z.boolean(),
          isBeforeAds: z.boolean(),
          payouts: z.int().min(0),
          payoutsUnknown: z.int().min(0),
          payoutCents: signedCents,
        })
        .nullable(),
    }),
  },
  payoutLate: {
    right: 'money.read',
    defaults: { inProduct: true, byMail: true },
    always: [],
    // The expected amount of the orders, which may be zero or less.
    data: z.object({ count: z.int().positive(), cents: signedCents }),
  },
  caseDeadline: {
    right: 'reconciliation.read',
    defaults: { inProduct: true, byMail: true },
    always: [],
    // Cases that are still to be filed, and the last day of those in the notice.
    data: z.object({ count: z.int().positive(), cents: z.string().regex(/^\d{1,18}$/), until: day }),
  },
  returnToAnswer: alarms('order.cancelPaid'),
  cancellationAsked: alarms('order.cancelPaid'),
  invoiceRefused: alarms('order.create'),
  pickupFailed: alarms('order.create'),
  /** The carrier is to come after the day by which the parcel has to leave. */
  pickupLate: alarms('order.create'),
  /** Within a day the platform cancels what no carrier has scanned. */
  platformCancel: alarms('order.create'),
  listingBlocked: alarms('listing.map'),
  memberJoined: {
    right: 'member.manage',
    defaults: { inProduct: true, byMail: false },
    always: [],
    data: z.object({ name: z.string(), role: z.string() }),
  },
  newDevice: {
    right: 'ownAccount',
    defaults: { inProduct: true, byMail: true },
    always: ['byMail'],
    data: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  },
  signInsBlocked: {
    right: 'ownAccount',
    defaults: { inProduct: true, byMail: true },
    always: [],
    data: z.object({}),
  },
  rightsRefused: {
    right: 'member.manage',
    defaults: { inProduct: true, byMail: false },
    always: [],
    data: z.object({ name: z.string() }),
  },
  shopGrant: {
    right: 'shop.connect',
    defaults: { inProduct: true, byMail: true },
    always: [],
    // Whole days left of the platform's permission; 0: it has ended.
    data: z.object({ shopId: z.uuid(), name: z.string(), days: z.int().min(0) }),
  },
  oversold: {
    right: 'sales.read',
    defaults: { inProduct: true, byMail: false },
    always: [],
    // Units that were sold on a marketplace and are not there.
    data: z.object({ productId: z.uuid(), sku: z.string(), units: z.int().positive() }),
  },
  webhookDisabled: {
    right: 'integration.manage',
    defaults: { inProduct: true, byMail: true },
    always: [],
    // The host alone: what an address carries beside it may be a secret.
    data: z.object({ webhookId: z.uuid(), name: z.string() }),
  },
  healthCritical: {
    right: 'audit.health',
    defaults: { inProduct: true, byMail: false },
    always: [],
    // Critical checks of the system audit that found something and had not the time before.
    data: z.object({ count: z.int().positive() }),
  },
  deletionPlanned: {
    right: 'ownAccount',
    defaults: { inProduct: true, byMail: true },
    always: ['inProduct', 'byMail'],
    data: z.object({ on: day }),
  },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof kinds
export type NoticeData = { [K in NoticeKind]: z.output<(typeof kinds)[K]['data']> }
/** A kind with what it tells. */
export type NoticeContent = { [K in NoticeKind]: { kind: K; data: NoticeData[K] } }[NoticeKind]

/** Kinds that cannot wait for the morning; each in one notice for all its news. */
export const alarmKinds = [
  'returnToAnswer',
  'cancellationAsked',
  'invoiceRefused',
  'pickupFailed',
  'pickupLate',
  'platformCancel',
  'listingBlocked',
] as const satisfies readonly NoticeKind[]
export type AlarmKind = (typeof alarmKinds)[number]

/**
 * Kinds that a browser shows by itself, where the user lets it: the day's alarms, and shops that the platform closes.
 */
export const urgentKinds: readonly NoticeKind[] = [...alarmKinds, 'shopGrant']

export const noticeKinds = Object.keys(kinds) as NoticeKind[]

export const isAlways = (kind: NoticeKind, channel: Channel) =>
  (kinds[kind].always as readonly Channel[]).includes(channel)

export const listKindsOf = (role: Role): NoticeKind[] => noticeKinds.filter((kind) => can(role, kinds[kind].right))

/** Kinds that sum up what the reader could see: they are shown and sent only while the reader sees the same. */
export const sightedKinds: readonly NoticeKind[] = [
  'lowStock',
  'expenseDue',
  'lateShipment',
  'morning',
  'payoutLate',
  'caseDeadline',
]

/** A member's visibility of the company, to compare with theirs at the time of a notice. */
export const visibilityOf = ({
  role,
  legalEntityIds,
}: {
  role: Role
  legalEntityIds?: readonly string[] | null
}): string => `${role}:${legalEntityIds ? legalEntityIds.toSorted().join() : 'all'}`

const sighted = z.object({ sight: z.string() })
export const readVisibility = (data: unknown): string | null => sighted.safeParse(data).data?.sight ?? null

/** The content of a row, if it is of a kind that this version knows. */
export function readNotice(kind: string, data: unknown): NoticeContent | null {
  const known = noticeKinds.find((name) => name === kind)
  const parsed = known && kinds[known].data.safeParse(data)
  return parsed?.success ? ({ kind: known, data: parsed.data } as NoticeContent) : null
}

const moreOf: Record<Language, (count: number) => string> = {
  pt: (count) => `mais ${count}`,
  en: (count) => `${count} more`,
}

/** 'A, B e mais 4' of all that an alarm tells of; an order of several parcels is named once. */
export function nameAll({ names, count }: NoticeData[AlarmKind], language: Language): string {
  const named = [...new Set(names)]
  const more = count - names.length
  return new Intl.ListFormat(language).format(more > 0 ? [...named, moreOf[language](more)] : named)
}

/** 'Chrome · Windows'; `known` is no where the browser named neither. */
export function nameDevice({ browser, system }: NoticeData['newDevice']): { device: string; known: 'yes' | 'no' } {
  const device = [browser, system].filter(Boolean).join(' · ')
  return { device, known: device ? 'yes' : 'no' }
}

// As lib/sales/dispatch/schema and lib/sales/orders/filters have them, which bring texts of their forms along; a test follows each.
const centralPath = '/dashboard/minha-empresa/shopee-central'
const orderListPath = '/dashboard/minha-empresa/pedidos'

const importPaths = {
  orders: '/dashboard/orders/import',
  catalogue: '/dashboard/minha-empresa/produtos/planilhas',
  sales: '/dashboard/minha-empresa/produtos/planilhas',
  money: '/dashboard/shopee-reconciliation/arquivos',
} as const

/** The rows that a notice speaks of. */
export function noticeHref({ kind, data }: NoticeContent): string {
  switch (kind) {
    case 'importFinished':
      return `${importPaths[data.kind]}/${data.importId}`
    case 'lowStock':
      return '/dashboard/minha-empresa/produtos?stock=low&sort=stock'
    case 'expenseDue':
      return `/dashboard/expenses?status=pending&to=${data.until}`
    case 'lateShipment':
      return `${orderListPath}?waiting=toPost`
    case 'morning':
      return '/dashboard'
    case 'payoutLate':
      return '/dashboard/orders?waiting=payout'
    case 'caseDeadline':
      return '/dashboard/shopee-reconciliation/casos?soon=1'
    case 'returnToAnswer':
      return `${centralPath}/devolucoes?tab=answer`
    case 'cancellationAsked':
      return `${orderListPath}?waiting=cancellation`
    case 'invoiceRefused':
      return `${centralPath}?stage=refused`
    case 'pickupFailed':
      return `${centralPath}?method=failed`
    case 'pickupLate':
      return `${centralPath}?method=late`
    case 'platformCancel':
      return `${centralPath}?due=late`
    case 'listingBlocked':
      return `${mappingPath}?tab=all&state=blocked`
    case 'memberJoined':
    case 'rightsRefused':
      return '/dashboard/settings/people'
    case 'newDevice':
    case 'signInsBlocked':
      return '/dashboard/settings/security'
    case 'shopGrant':
      return '/dashboard/minha-empresa/lojas'
    case 'oversold':
      return `/dashboard/products/${data.productId}`
    case 'webhookDisabled':
      return `/dashboard/apis?tab=webhooks&webhook=${data.webhookId}`
    case 'healthCritical':
      return '/dashboard/audit?tab=health'
    case 'deletionPlanned':
      return '/dashboard/settings/organization'
  }
}
