'use client'

import { useTranslations } from 'next-intl'
import {
  turnOffBrowserNotices,
  turnOnBrowserNotices,
  useBrowserNotices,
} from '@/components/insight/notifications/browser-notices'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'

/** Whether this browser shows the day's alarms by itself; asked for only by a click. */
export function BrowserCard() {
  const t = useTranslations('settings.notifications.browser')
  const state = useBrowserNotices()
  return (
    <Card className="mb-4">
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <ul className="mb-3 grid list-disc gap-1 pl-5 text-[13px] text-ink-2">
        <li>{t('open')}</li>
        <li>{t('closed')}</li>
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {state === 'off' && <Button onClick={() => void turnOnBrowserNotices()}>{t('turnOn')}</Button>}
        {state === 'on' && <Button onClick={() => void turnOffBrowserNotices()}>{t('turnOff')}</Button>}
        <p role="status" className="text-[13px] text-ink-2">
          {t(`states.${state}`)}
        </p>
      </div>
    </Card>
  )
}
