/** By what the platform writes, in small letters alone; the words are in the messages. */
export const knownReasons: Record<string, KnownReason | undefined> = {
  outofstock: 'outOfStock',
  customerrequest: 'buyerAsked',
  buyerrequesttocancel: 'buyerAsked',
  unpaidorder: 'unpaid',
  sellerdidnotship: 'notShipped',
  faileddelivery: 'notDelivered',
  returnandrefund: 'returned',
  parcelislost: 'lost',
  autocancel: 'automatic',
  backendlogisticsnotstarted: 'notShipped',
  notreceipt: 'notReceived',
  nonreceipt: 'notReceived',
  wrongitem: 'wrongItem',
  itemdamaged: 'damaged',
  physicaldmg: 'damaged',
  functionaldmg: 'broken',
  differentdescription: 'different',
  mutualagree: 'agreed',
  changemind: 'changedMind',
  itemmissing: 'missing',
  itemfake: 'fake',
  expectationfailed: 'notExpected',
  other: 'other',
}

export type KnownReason =
  | 'outOfStock'
  | 'buyerAsked'
  | 'unpaid'
  | 'notShipped'
  | 'notDelivered'
  | 'returned'
  | 'lost'
  | 'automatic'
  | 'notReceived'
  | 'wrongItem'
  | 'damaged'
  | 'broken'
  | 'different'
  | 'agreed'
  | 'changedMind'
  | 'missing'
  | 'fake'
  | 'notExpected'
  | 'other'

export const reasonKey = (reason: string): KnownReason | null =>
  knownReasons[reason.toLowerCase().replaceAll(/[^a-z]+/g, '')] ?? null

export const whoCancelled = ['buyer', 'seller', 'system', 'ops'] as const
export const whoKey = (by: string | null) => whoCancelled.find((who) => who === by) ?? null
