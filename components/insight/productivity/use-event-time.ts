import { useLocale, useTranslations } from 'next-intl'
import type { ClockEvent } from '@/lib/insight/productivity/agenda'

/** '09:00–10:30' in pt, '9:00 AM–10:30 AM' in en; or that it lasts the whole day. */
export function useEventTime() {
  const t = useTranslations('productivity.agenda')
  const clock = useClock()
  return ({ times }: ClockEvent) => (times ? `${clock(times.from)}–${clock(times.to)}` : t('allDay'))
}

export function useClock() {
  const language = useLocale()
  return (time: string) => {
    if (language === 'pt') return time
    const hour = Number(time.slice(0, 2))
    return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
  }
}
