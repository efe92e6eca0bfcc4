import { formatDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'
import { nameAll, nameDevice, type NoticeContent } from '@/lib/identity/notices/kinds'

type Values = Record<
  'names' | 'outcome' | 'fileName' | 'amount' | 'until' | 'name' | 'role' | 'device' | 'known' | 'on',
  string
> & {
  count: number
  late: number
  today: number
}

/** The values in the texts of a notice. */
export function noticeValues(notice: NoticeContent, language: Language): Values {
  const words = {
    names: '',
    outcome: '',
    fileName: '',
    amount: '',
    until: '',
    name: '',
    role: '',
    device: '',
    known: '',
    on: '',
  }
  const none = { ...words, count: 0, late: 0, today: 0 }
  switch (notice.kind) {
    case 'caseDeadline':
    case 'expenseDue': {
      const { count, cents, until } = notice.data
      return { ...none, count, amount: formatMoney(BigInt(cents), language), until: formatDay(until, language) }
    }
    case 'lateShipment': {
      const { late, today } = notice.data
      return { ...none, late, today, count: late + today }
    }
    case 'morning': {
      const { late, today, on } = notice.data
      return { ...none, late, today, count: late + today, on: formatDay(on, language) }
    }
    case 'payoutLate':
      return { ...none, count: notice.data.count, amount: formatMoney(BigInt(notice.data.cents), language) }
    case 'returnToAnswer':
    case 'cancellationAsked':
    case 'invoiceRefused':
    case 'pickupFailed':
    case 'pickupLate':
    case 'platformCancel':
    case 'listingBlocked':
      return { ...none, count: notice.data.count, names: nameAll(notice.data, language) }
    case 'newDevice':
      return { ...none, ...nameDevice(notice.data) }
    case 'shopGrant':
      return { ...none, name: notice.data.name, count: notice.data.days }
    case 'oversold':
      return { ...none, name: notice.data.sku, count: notice.data.units }
    case 'deletionPlanned':
      return { ...none, on: formatDay(notice.data.on, language) }
    case 'rightsRefused':
    case 'webhookDisabled':
      return { ...none, name: notice.data.name }
    case 'healthCritical':
    case 'importFinished':
    case 'lowStock':
    case 'memberJoined':
    case 'signInsBlocked':
      return { ...none, ...notice.data }
  }
}
