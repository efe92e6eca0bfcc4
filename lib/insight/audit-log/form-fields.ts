import type { AuditEventName } from '@/lib/core/audit/events'
import { historyKindsOf, kindOf } from '@/lib/core/audit/kinds'
import { can, type Right, type Role } from '@/lib/core/permissions'
import { readsHistoryOf } from './areas'

type Form = {
  events: readonly AuditEventName[]
  /** All that the form asks for before it shows these fields. */
  rights: readonly [Right, ...Right[]]
  shows: (field: string) => boolean
  /** Only while the role sees the whole buyer of the order. */
  isOfBuyer?: true
}

const only =
  (...fields: readonly string[]) =>
  (field: string) =>
    fields.includes(field)

/**
 * The recorded fields that the forms of a record show: a member whose form was overtaken reads in them what changed, also without the
 * audit log of that area. A field that is not here is read in the audit log alone.
 */
const forms: readonly Form[] = [
  {
    events: ['order.edited', 'order.itemsCancelled'],
    rights: ['order.create'],
    shows: only(
      'channelId',
      'day',
      'discountCents',
      'freightPaidCents',
      'paymentMethod',
      'customerChanged',
      'totalCents',
      'lines',
    ),
  },
  { events: ['order.edited'], rights: ['order.create', 'money.read'], shows: only('freightCostCents') },
  { events: ['order.statusChanged', 'order.cancelled'], rights: ['order.create'], shows: only('status') },
  { events: ['order.noted'], rights: ['order.create'], shows: only('noteChars'), isOfBuyer: true },
  { events: ['order.received'], rights: ['dispatch.work'], shows: only('lines') },
  {
    events: ['order.returnReceived'],
    rights: ['dispatch.work'],
    shows: only('return', 'sellable', 'damaged', 'missing', 'booked'),
  },
  {
    events: ['task.created', 'task.updated', 'task.moved', 'task.removed'],
    rights: ['sales.read'],
    shows: only('column', 'title', 'assigneeId', 'dueOn'),
  },
  {
    events: ['agendaEvent.created', 'agendaEvent.updated', 'agendaEvent.removed'],
    rights: ['sales.read'],
    shows: only('title', 'personId', 'startsOn', 'endsOn', 'startsAt', 'endsAt'),
  },
  {
    events: [
      'expense.created',
      'expense.updated',
      'expense.paid',
      'expense.unpaid',
      'expense.voided',
      'expense.restored',
      'expense.seriesEnded',
    ],
    rights: ['expense.write'],
    shows: only(
      'description',
      'amountCents',
      'kind',
      'status',
      'category',
      'dueOn',
      'paidOn',
      'shopId',
      'channelId',
      'legalEntityId',
      'instalment',
    ),
  },
  {
    events: ['campaign.planned', 'campaign.changed'],
    rights: ['product.write', 'money.read'],
    shows: only('name', 'fromDay', 'toDay', 'isHighlight', 'leastMargin', 'lines'),
  },
]

const formsOf = (role: Role) => forms.filter(({ rights }) => rights.every((right) => can(role, right)))

/** The events that the role's own forms of such a record show. */
export function eventsInForms(role: Role, kind: string): AuditEventName[] {
  const kinds = historyKindsOf(kind)
  return [...new Set(formsOf(role).flatMap(({ events }) => events))].filter((event) => kinds.includes(kindOf(event)))
}

/** Whether the role's own forms show the field of such an entry. */
export const isInForms = (role: Role, event: string, field: string, seesBuyer: boolean): boolean =>
  formsOf(role).some(
    ({ events, shows, isOfBuyer }) => events.some((one) => one === event) && shows(field) && (seesBuyer || !isOfBuyer),
  )

/** In the audit log, or in the fields of the role's own forms. */
export const readsChangesOf = (role: Role, kind: string): boolean =>
  readsHistoryOf(role, kind) || eventsInForms(role, kind).length > 0
