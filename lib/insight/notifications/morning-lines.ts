import 'server-only'
import { formatDay } from '@/lib/core/dates'
import { env } from '@/lib/core/env'
import { translatorIn } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import type { EmailLine } from '@/lib/core/mail/email'
import { formatMoney } from '@/lib/core/money'
import type { NoticeData } from '@/lib/identity/notices/kinds'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { resultHref } from '@/lib/money/profit/rows-href'
import { orderListPath } from '@/lib/sales/orders/filters'

/** The lines of the letter, each with the screen that has its rows. */
export function morningLines({ late, today, on, money }: NoticeData['morning'], language: Language): EmailLine[] {
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
