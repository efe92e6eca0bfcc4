import 'server-only'
import { can, type Role } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { formatDay } from '@/lib/core/dates'
import { env } from '@/lib/core/env'
import { languages, type Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'
import {
  kinds,
  nameAll,
  nameDevice,
  noticeHref,
  readNotice,
  readVisibility,
  sightedKinds,
  visibilityOf,
  type NoticeContent,
  type NoticeData,
} from '@/lib/identity/notices/kinds'
import { getChannels } from '@/lib/identity/notices/preferences'
import { translatorIn } from '@/lib/core/i18n/translator'
import type { EmailLine } from '@/lib/core/mail/email'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { resultHref } from '@/lib/money/profit/rows-href'
import { orderListPath } from '@/lib/sales/orders/filters'

type Reader = { role: Role; legalEntityIds: string[] | null; email: string; displayName: string; language: string }

/** To the notice's reader as they are now; null for who has left, lost the right, sees something else or switched the mail off meanwhile. */
export function addressNotice(notificationId: string, organizationId: string) {
  return withOrganization({ organizationId }, async (db) => {
    const row = await db.notification.findUnique({
      where: { organizationId_id: { organizationId, id: notificationId } },
      select: { userId: true, kind: true, data: true },
    })
    const notice = row && readNotice(row.kind, row.data)
    if (!notice) return null
    const [reader] = await db.$queryRaw<Reader[]>`
      SELECT role::text AS role, legal_entity_ids AS "legalEntityIds", email, display_name AS "displayName", language FROM get_member_scope(${row.userId}::uuid)`
    if (!reader || !can(reader.role, kinds[notice.kind].right)) return null
    if (sightedKinds.includes(notice.kind) && readVisibility(row.data) !== visibilityOf(reader)) return null
    const wanted = await getChannels(db, organizationId, notice.kind, [row.userId])
    if (!wanted.get(row.userId)!.byMail) return null
    const language: Language = languages.find((known) => known === reader.language) ?? 'pt'
    const link = new URL(noticeHref(notice), env().NEXTAUTH_URL).toString()
    const { email, displayName } = reader
    const lines = notice.kind === 'morning' ? morningLines(notice.data, language) : undefined
    return { email, displayName, language, link, lines, values: valuesOf(notice, language) }
  })
}

function valuesOf(notice: NoticeContent, language: Language): Record<string, string | number> {
  switch (notice.kind) {
    case 'importFinished':
      return { fileName: notice.data.fileName, outcome: notice.data.outcome }
    case 'expenseDue':
      return { count: notice.data.count, amount: formatMoney(BigInt(notice.data.cents), language) }
    case 'lateShipment': {
      const { late, today } = notice.data
      return { late, today, count: late + today }
    }
    case 'morning':
      return { day: formatDay(notice.data.on, language), count: notice.data.late + notice.data.today }
    case 'caseDeadline':
    case 'payoutLate':
      return { count: notice.data.count, amount: formatMoney(BigInt(notice.data.cents), language) }
    case 'returnToAnswer':
    case 'cancellationAsked':
    case 'invoiceRefused':
    case 'pickupFailed':
    case 'pickupLate':
    case 'platformCancel':
    case 'listingBlocked':
      return { count: notice.data.count, names: nameAll(notice.data, language) }
    case 'newDevice':
      return nameDevice(notice.data)
    case 'deletionPlanned':
      return { on: notice.data.on }
    case 'shopGrant':
      return { name: notice.data.name, count: notice.data.days }
    case 'oversold':
      return { sku: notice.data.sku, count: notice.data.units }
    case 'rightsRefused':
    case 'webhookDisabled':
      return { name: notice.data.name }
    case 'healthCritical':
    case 'lowStock':
    case 'memberJoined':
    case 'signInsBlocked':
      return notice.data
  }
}

/** The lines of the morning summary, each with the screen that has its rows. */
function morningLines({ late, today, on, money }: NoticeData['morning'], language: Language): EmailLine[] {
  const t = translatorIn(language, 'mail.morning.lines')
  const page = (path: string) => new URL(path, env().NEXTAUTH_URL).toString()
  const lines: EmailLine[] = [
    { text: t('late', { count: late }), link: page(`${orderListPath}?waiting=late`) },
    { text: t('today', { count: today }), link: page(`${orderListPath}?waiting=today`) },
  ]
  if (!money) return lines
  const { yesterday, profitCents, isPartial, isBeforeAds, payouts, payoutsUnknown, payoutCents } = money
  const day = { from: yesterday, to: yesterday }
  const profit =
    profitCents === null
      ? t('profitUnknown', { day: formatDay(yesterday, language) })
      : t('profit', {
          day: formatDay(yesterday, language),
          amount: formatMoney(BigInt(profitCents), language),
          ads: isBeforeAds ? 'yes' : 'no',
          partial: isPartial ? 'yes' : 'no',
        })
  return [
    ...lines,
    { text: profit, link: page(resultHref(day, { shop: null, channel: null, entity: null })) },
    {
      text: t('payouts', {
        count: payouts,
        unknown: payoutsUnknown,
        amount: formatMoney(BigInt(payoutCents), language),
      }),
      link: page(`${moneyTabs.payouts.path}?due=${on}#orders`),
    },
  ]
}
