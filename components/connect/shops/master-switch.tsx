'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fetchAnswer } from '@/components/catalog/mapping/fetch-answer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { switchMasterAction } from '@/lib/connect/shops/actions'
import type { MasterKind } from '@/lib/connect/shops/master-schema'
import type { ShopView } from '@/lib/connect/shops/views'
import type { ListingUpdateCounts } from '@/lib/connect/sync/listing-updates/listing-update-queue'
import { MasterDialog } from './master-dialog'
import { forShops } from './shop-failure'

type Shop = Pick<ShopView, 'id' | 'version' | 'name' | 'status' | 'stockMaster' | 'priceMaster'>
export type MasterSwitchProps = {
  shop: Shop
  /** Owners and admins. */
  canSwitch: boolean
}

const kinds = ['stock', 'price'] as const

/** The master of a shop's stock and prices on its platform, and the way to change that. */
export function MasterSwitch({ shop, canSwitch }: MasterSwitchProps) {
  const t = useTranslations('shops.master')
  const ours = kinds.filter((kind) => shop[`${kind}Master`] === 'mascate')
  return (
    <>
      <dl className="space-y-2">
        {kinds.map((kind) => {
          const master = shop[`${kind}Master`]
          return (
            <div key={kind}>
              <dt className="text-[13px] text-ink-3">{t(kind)}</dt>
              <dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge tone={master === 'mascate' ? 'accent' : 'neutral'}>{t(master)}</Badge>
                <span className="text-[13px] text-ink-2">{t(`${master}Text`)}</span>
                {canSwitch && shop.status === 'active' && <Change shop={shop} kind={kind} />}
              </dd>
              {canSwitch && ours.length === 1 && ours[0] === kind && (
                <dd>
                  <Progress shopId={shop.id} />
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      {canSwitch && ours.length === kinds.length && <Progress shopId={shop.id} of={t('both')} />}
    </>
  )
}

const change = forShops(switchMasterAction, 'unexpected')

function Change({ shop, kind }: { shop: Shop; kind: MasterKind }) {
  const t = useTranslations('shops.master')
  const [open, setOpen] = useState(false)
  const isOurs = shop[`${kind}Master`] === 'mascate'
  const switching = useAction(change, {
    refresh: true,
    onSuccess: () => setOpen(false),
    successMessage: ({ queued }) => (isOurs ? t('stopped') : t('started', { count: queued })),
  })
  const run = () =>
    void switching.run({ id: shop.id, version: shop.version, kind, master: isOurs ? 'other' : 'mascate' })
  const label = t(isOurs ? 'give' : 'take')
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        aria-label={t('changeNamed', { label, kind: t(kind), name: shop.name })}
      >
        {label}
      </Button>
      {isOurs ? (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={run}
          pending={switching.pending}
          title={t(`giveAsk.${kind}`, { name: shop.name })}
          text={t('giveText')}
          confirmLabel={t('give')}
        />
      ) : (
        <MasterDialog
          open={open}
          onClose={() => setOpen(false)}
          shop={shop}
          kind={kind}
          onConfirm={run}
          pending={switching.pending}
          error={switching.error}
        />
      )}
    </>
  )
}

const EVERY_MS = 3000

/** Stands with what it speaks of: the one kind that we set, or under both. */
function Progress({ shopId, of }: { shopId: string; of?: string }) {
  const t = useTranslations('shops.master')
  const { data } = useQuery({
    queryKey: ['push-progress', shopId],
    queryFn: () => fetchAnswer<ListingUpdateCounts>(`/api/shops/${shopId}/listing-updates`),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? EVERY_MS : EVERY_MS * 10),
  })
  if (!data) return null
  return (
    <p role="status" className="mt-2 text-[13px] text-ink-2">
      {of && `${of}: `}
      {data.waiting > 0 ? t('sending', { count: data.waiting }) : t('upToDate')}
      {data.retrying > 0 && ` ${t('retrying', { count: data.retrying })}`}
      {data.failed > 0 && <span className="text-bad">{` ${t('refused', { count: data.failed })}`}</span>}
    </p>
  )
}
