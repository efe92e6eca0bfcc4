'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { Select } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { useAction } from '@/components/ui/use-action'
import { setNoticePreferenceAction } from '@/lib/insight/notifications/actions'
import { channels, type Channel, type NoticeKind } from '@/lib/identity/notices/kinds'
import type { NoticePreference } from '@/lib/identity/notices/preferences'

export function NotificationTable({ preferences }: { preferences: NoticePreference[] }) {
  const t = useTranslations('settings.notifications')
  return (
    <Card flush>
      <CardHeader title={t('title')} description={t('text')} className="p-4" />
      <Table label={t('title')} sticky={false} className="border-t border-line">
        <Thead>
          <Th>{t('kind')}</Th>
          {channels.map((channel) => (
            <Th key={channel} narrow>
              {t(`channels.${channel}`)}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {preferences.map(({ kind, hour, channels: lines }) => (
            <Tr key={kind}>
              <Td>
                <span className="block font-semibold">{t(`kinds.${kind}.title`)}</span>
                <span className="block text-[13px] text-ink-2">{t(`kinds.${kind}.text`)}</span>
                {hour !== undefined && <HourField hour={hour} byMail={lines.byMail.on} />}
              </Td>
              {channels.map((channel) => (
                <Td key={channel} label={t(`channels.${channel}`)} className="@max-xl:items-center!">
                  <ChannelSwitch kind={kind} channel={channel} {...lines[channel]} />
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

/** The hour of the morning's summary, on the company's clock; saved at once. */
function HourField({ hour: initial, byMail }: { hour: number; byMail: boolean }) {
  const t = useTranslations('settings.notifications')
  const [hour, setHour] = useState(initial)
  const save = useAction(setNoticePreferenceAction)
  const change = async (wanted: number) => {
    const before = hour
    setHour(wanted)
    const result = await save.run({ kind: 'morning', channel: 'byMail', on: byMail, hour: wanted })
    if (result && !result.ok) setHour(before)
  }
  return (
    <label className="mt-1.5 flex items-center gap-2 text-[13px] text-ink-2">
      {t('hour')}
      <Select
        name="hour"
        value={String(hour)}
        disabled={save.pending}
        onChange={({ target }) => void change(Number(target.value))}
        className="w-24!"
      >
        {Array.from({ length: 24 }, (_, at) => (
          <option key={at} value={at}>
            {`${String(at).padStart(2, '0')}:00`}
          </option>
        ))}
      </Select>
    </label>
  )
}

type ChannelSwitchProps = { kind: NoticeKind; channel: Channel; on: boolean; always: boolean }

/** Saved at once; what could not be saved goes back to where it was. */
function ChannelSwitch({ kind, channel, on: initial, always }: ChannelSwitchProps) {
  const t = useTranslations('settings.notifications')
  const [on, setOn] = useState(initial)
  const save = useAction(setNoticePreferenceAction)
  const change = async (wanted: boolean) => {
    setOn(wanted)
    const result = await save.run({ kind, channel, on: wanted })
    if (result && !result.ok) setOn(!wanted)
  }
  return (
    <span className="inline-flex items-center gap-2">
      <Switch
        aria-label={t('switch', { kind: t(`kinds.${kind}.title`), channel: t(`channels.${channel}`) })}
        checked={on}
        disabled={always}
        pending={save.pending}
        onChange={({ target }) => void change(target.checked)}
      />
      {always && (
        <span className="text-xs text-ink-3" title={t('alwaysHint')}>
          {t('always')}
        </span>
      )}
    </span>
  )
}
