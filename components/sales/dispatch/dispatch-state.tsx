import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { DispatchStage } from '@/lib/sales/dispatch/schema'
import type { ListedToShip } from '@/lib/sales/dispatch/views'
import { shortTime, type When } from './short-time'
import { useLabelReason } from './use-label-reason'

const tones: Record<DispatchStage, Tone> = {
  invoice: 'warn',
  refused: 'bad',
  arrange: 'accent',
  label: 'accent',
  printed: 'neutral',
  packed: 'good',
}

/** The order's stage, and beside it what is known of its invoice and label. */
export function DispatchState({ order, ...when }: When & { order: ListedToShip }) {
  const t = useTranslations('dispatch')
  const invoice = useInvoiceText(order)
  const label = useLabelText(order, when)
  return (
    <>
      <Badge tone={tones[order.stage]}>{t(`stageBadge.${order.stage}`)}</Badge>
      {order.retry && <span className="block text-[13px] font-medium text-warn">{t('list.retry')}</span>}
      {invoice && (
        <span
          className={
            order.invoiceState === 'rejected'
              ? 'block max-w-72 text-[13px] wrap-anywhere text-bad'
              : 'block text-[13px] text-ink-3'
          }
        >
          {invoice}
        </span>
      )}
      {label && <span className="block max-w-72 text-[13px] wrap-anywhere text-ink-3">{label}</span>}
    </>
  )
}

function useInvoiceText({ invoiceState, invoiceReason, hasInvoiceFile, stage }: ListedToShip): string | null {
  const t = useTranslations('dispatch.invoice')
  if (invoiceState === 'rejected')
    return invoiceReason ? t('rejected', { reason: invoiceReason }) : t('rejectedNoReason')
  if (invoiceState === 'sent') return t('sent')
  if (stage !== 'invoice') return null
  return t(hasInvoiceFile ? 'ready' : 'none')
}

function useLabelText({ parcels, stage }: ListedToShip, when: When): string | null {
  const t = useTranslations('dispatch.label')
  const labelReason = useLabelReason()
  const language = useLocale()
  const [parcel] = parcels
  if (!parcel || !['label', 'printed', 'packed'].includes(stage)) return null
  const { printCount, printedAt, labelState, labelError } = parcel
  if (printedAt === null && printCount > 0) return t('stale')
  if (printedAt !== null) {
    const day = shortTime(printedAt, language, when)
    return printCount > 1 ? t('reprinted', { count: printCount - 1, day }) : t('printed', { day })
  }
  if (labelState === 'failed') return t('failed', { reason: labelReason(labelError) })
  return labelState === 'none' ? null : t(labelState)
}
