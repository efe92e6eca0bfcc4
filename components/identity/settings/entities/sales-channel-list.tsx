'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { addDays, formatDay, type Day } from '@/lib/core/dates'
import { archiveChannelAction, restoreChannelAction } from '@/lib/identity/settings/actions'
import { formatRate, millionthsOf } from '@/lib/identity/settings/rates'
import type { EntityView } from '@/lib/identity/settings/views'
import { ChannelDialog } from './channel-dialog'
import { MoveDialog, type SalesChannel } from './move-dialog'

type SalesChannelListProps = { entity: EntityView; others: EntityView[]; canEdit: boolean; today: Day }
type Former = EntityView['shops'][number]['formerly']
type ChannelView = EntityView['channels'][number]
type Open = { move: SalesChannel } | { channel: ChannelView | null } | null

/** The shops and manual channels of an entity; what moves or changes them is for who edits the company. */
export function SalesChannelList({ entity, others, canEdit, today }: SalesChannelListProps) {
  const t = useTranslations('companyData.outlets')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const channels = entity.channels.toSorted((a, b) => Number(a.archived) - Number(b.archived))
  const mayMove = canEdit && others.length > 0
  return (
    <section className="mt-4 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('title')}</h3>
        {canEdit && (
          <Button
            size="sm"
            aria-label={t('newChannelNamed', { name: entity.name })}
            onClick={() => setOpen({ channel: null })}
          >
            {t('newChannel')}
          </Button>
        )}
      </div>
      {entity.shops.length + channels.length === 0 && <p className="mt-1 text-[13px] text-ink-3">{t('none')}</p>}
      <ul className="mt-1 divide-y divide-line">
        {entity.shops.map((shop) => (
          <li key={shop.id} className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <SalesChannelName name={shop.name} kind={t('shop')} formerly={shop.formerly} />
            {mayMove && <Move name={shop.name} onClick={() => setOpen({ move: dated({ kind: 'shop', ...shop }) })} />}
          </li>
        ))}
        {channels.map((channel) => (
          <li key={channel.id} className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <ChannelName channel={channel} />
            <HistoryLink kind="channel" id={channel.id} />
            <span className="-mr-2 ml-auto flex">
              {mayMove && !channel.archived && (
                <Move name={channel.name} onClick={() => setOpen({ move: dated({ kind: 'channel', ...channel }) })} />
              )}
              {canEdit && <ChannelActions channel={channel} onEdit={() => setOpen({ channel })} />}
            </span>
          </li>
        ))}
      </ul>
      <MoveDialog
        salesChannel={open && 'move' in open ? open.move : null}
        from={entity}
        others={others}
        today={today}
        onClose={close}
      />
      <ChannelDialog
        open={open !== null && 'channel' in open}
        channel={open && 'channel' in open ? open.channel : null}
        entity={entity}
        onClose={close}
      />
    </section>
  )
}

const dated = ({ kind, id, name, formerly }: Omit<SalesChannel, 'isDated'> & { formerly: Former }): SalesChannel => ({
  kind,
  id,
  name,
  isDated: formerly.length > 0,
})

type SalesChannelNameProps = { name: string; kind: string; archived?: boolean; formerly: Former }

function SalesChannelName({ name, kind, archived, formerly }: SalesChannelNameProps) {
  const t = useTranslations('companyData.outlets')
  const language = useLocale()
  return (
    <span className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-x-2 wrap-anywhere">
      {name}
      <span className="text-xs text-ink-3">{kind}</span>
      {archived && <Badge>{t('archived')}</Badge>}
      {formerly.map(({ untilDay, entityName }) => (
        <span key={untilDay} className="text-xs text-ink-3">
          {t('until', { day: formatDay(addDays(untilDay, -1), language), name: entityName })}
        </span>
      ))}
    </span>
  )
}

function ChannelName({ channel: { name, feeRate, archived, formerly } }: { channel: ChannelView }) {
  const t = useTranslations('companyData.outlets')
  const language = useLocale()
  const kind = millionthsOf(feeRate) > 0n ? t('channelFee', { rate: formatRate(feeRate, language) }) : t('channel')
  return <SalesChannelName name={name} kind={kind} archived={archived} formerly={formerly} />
}

function Move({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations('companyData.outlets')
  return (
    <Button size="sm" variant="ghost" aria-label={t('moveNamed', { name })} onClick={onClick}>
      {t('move')}
    </Button>
  )
}

function ChannelActions({ channel: { id, name, archived }, onEdit }: { channel: ChannelView; onEdit: () => void }) {
  const t = useTranslations('companyData.outlets')
  const common = useTranslations('common')
  const archiving = useAction(archiveChannelAction, { successMessage: t('channelArchived'), refresh: true })
  const restoring = useAction(restoreChannelAction, { successMessage: t('channelRestored'), refresh: true })
  if (archived)
    return (
      <Button
        size="sm"
        aria-label={t('restoreNamed', { name })}
        pending={restoring.pending}
        onClick={() => void restoring.run({ id })}
      >
        {t('restore')}
      </Button>
    )
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t('editNamed', { name })} onClick={onEdit}>
        {common('edit')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('archiveNamed', { name })}
        pending={archiving.pending}
        onClick={() => void archiving.run({ id })}
      >
        {t('archive')}
      </Button>
    </>
  )
}
