import { useTranslations } from 'next-intl'
import { readLabelError } from '@/lib/sales/dispatch/label-error'

/** Why a label failed: our words where the reason is a known one, with the platform's own beside them. */
export function useLabelReason(): (kept: string | null) => string {
  const t = useTranslations('dispatch.problems')
  return (kept) => {
    const { problem, text } = readLabelError(kept)
    if (!problem) return text ?? t('labelRefused')
    return text ? `${t(problem)} (${text})` : t(problem)
  }
}
