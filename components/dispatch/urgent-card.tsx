import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { countdownTo } from '@/lib/dispatch/platform-cancel'
import type { DispatchList } from '@/lib/dispatch/views'
import { PhoneFold } from './phone-fold'
import { shortTime } from './short-time'
import { usePlatformWord } from './use-platform-word'
import { AnswerCancellation, NoteInvoiceCancelled } from './urgent-actions'

export function UrgentCard({ list, timeZone }: { list: DispatchList; timeZone: string }) {
  const t = useTranslations('dispatch.urgent')
  const language = useLocale()
  const word = usePlatformWord()
  const { urgent, today, now, canDecide, canShip } = list
  const isCountedDown = urgent.some(({ kind }) => kind === 'platformCancels')
  const cancelsIn = (at: Date) => {
    const { unit, count } = countdownTo(at, now)
    return t(`cancelsIn.${unit}`, { count })
  }
  return (
    <Card className="border-bad!">
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <ExclamationTriangleIcon aria-hidden className="size-5 text-bad" />
            {t('title')}
          </span>
        }
        description={isCountedDown && t('cancelsText')}
        className="mb-2"
      />
      <PhoneFold label={t('shown', { count: urgent.length })} startsOpen={isCountedDown}>
        <ul className="grid max-h-80 divide-y divide-line overflow-y-auto">
          {urgent.map(({ id, code, kind, shopName, at, text }) => (
            <li key={`${kind}:${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <span className="min-w-0 flex-1 basis-60">
                <span className="font-semibold">
                  {t(kind)}
                  {kind === 'platformCancels' && at && ` ${cancelsIn(at)}`}
                </span>
                <span className="block text-[13px] text-ink-2">
                  <Link href={`/dashboard/orders/${id}`} className="tabular-nums">
                    {code}
                  </Link>
                  {['', shopName, at && shortTime(at, language, { today, timeZone }), text && word(text)]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
              {kind === 'cancellationAsked' && canDecide && <AnswerCancellation orderId={id} code={code} />}
              {kind === 'invoiceToCancel' && canShip && <NoteInvoiceCancelled orderId={id} code={code} />}
            </li>
          ))}
        </ul>
      </PhoneFold>
    </Card>
  )
}
