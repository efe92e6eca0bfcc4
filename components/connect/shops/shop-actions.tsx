'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { MoveDialog } from '@/components/identity/settings/entities/move-dialog'
import { Button, buttonClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { useAction } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import { syncShopAction, testShopAction } from '@/lib/connect/shops/actions'
import type { ConnectionTest } from '@/lib/connect/shops/test-connection'
import type { ShopRights, ShopView } from '@/lib/connect/shops/views'
import { AuthorizeButton } from './authorize-button'
import { DisconnectDialog } from './disconnect-dialog'
import { EditShopDialog } from './edit-shop-dialog'
import { RulesDialog } from './rules-dialog'
import { NoAdsDialog } from './no-ads-dialog'
import { forShops } from './shop-failure'
import type { EntityChoice } from './shop-form'
import { TestDialog } from './test-dialog'

const sync = forShops(syncShopAction, 'unexpected')
const test = forShops(testShopAction, 'unexpected')

type Opened = 'edit' | 'rules' | 'ads' | 'test' | 'disconnect' | 'move' | null
type ShopActionsProps = {
  shop: ShopView
  rights: ShopRights
  entities: EntityChoice[]
  isSandbox: boolean
  today: Day
}

/** The person's actions for the shop in its state: the next one, and the rest behind "more". */
export function ShopActions({ shop, rights, entities, isSandbox, today }: ShopActionsProps) {
  const t = useTranslations('shops')
  const [opened, setOpened] = useState<Opened>(null)
  const [result, setResult] = useState<ConnectionTest | null>(null)
  const syncing = useAction(sync, { refresh: true, successMessage: t('synced') })
  const testing = useAction(test, { refresh: true, onSuccess: setResult })
  const close = () => setOpened(null)
  const runTest = () => {
    setResult(null)
    setOpened('test')
    void testing.run({ id: shop.id })
  }
  const runSync = () => void syncing.run({ id: shop.id })
  const isActive = shop.status === 'active'
  const others = entities.filter(({ id }) => id !== shop.legalEntity.id)
  const maySync = rights.sync && isActive
  const isDue = rights.connect && shop.canAuthorize
  const more: [Exclude<Opened, null> | 'sync', boolean][] = [
    ['sync', maySync && isDue],
    ['test', maySync],
    ['edit', rights.connect],
    ['rules', rights.connect],
    ['ads', rights.connect && shop.platform === 'shopee'],
    ['move', rights.connect && others.length > 0],
    ['disconnect', rights.connect && shop.status !== 'pending'],
  ]
  const shown = more.filter(([, allowed]) => allowed).map(([action]) => action)
  return (
    <span className="flex flex-wrap items-center gap-2 2xl:flex-nowrap">
      {isDue && <AuthorizeButton shop={shop} />}
      {maySync && !isDue && (
        <Button
          size="sm"
          aria-label={t('actions.syncNamed', { name: shop.name })}
          pending={syncing.pending}
          onClick={runSync}
        >
          {t('actions.sync')}
        </Button>
      )}
      {shown.length > 0 && (
        <Popover
          align="end"
          label={t('actions.moreNamed', { name: shop.name })}
          buttonClassName={buttonClass({ size: 'sm' })}
          panelClassName="p-1!"
          button={
            <>
              {t('actions.more')}
              <ChevronDownIcon aria-hidden className="size-3.5! stroke-2" />
            </>
          }
        >
          {(closeMenu) => (
            <ul className="min-w-48">
              {shown.map((action) => (
                <li key={action}>
                  <button
                    type="button"
                    className={`min-h-control w-full rounded-control px-3 text-left hover:bg-sunken ${action === 'disconnect' ? 'text-bad' : 'text-ink'}`}
                    onClick={() => {
                      closeMenu()
                      if (action === 'test') runTest()
                      else if (action === 'sync') runSync()
                      else setOpened(action)
                    }}
                  >
                    {t(`actions.${action}`)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popover>
      )}
      <EditShopDialog shop={shop} open={opened === 'edit'} isSandbox={isSandbox} onClose={close} />
      <RulesDialog shop={shop} open={opened === 'rules'} onClose={close} />
      <NoAdsDialog shop={shop} today={today} open={opened === 'ads'} onClose={close} />
      <DisconnectDialog shop={shop} open={opened === 'disconnect'} onClose={close} />
      <MoveDialog
        salesChannel={opened === 'move' ? { kind: 'shop', id: shop.id, name: shop.name } : null}
        from={shop.legalEntity}
        others={others}
        today={today}
        onClose={close}
      />
      <TestDialog
        name={shop.name}
        open={opened === 'test'}
        onClose={close}
        pending={testing.pending}
        result={result}
        error={testing.error}
        onAgain={runTest}
      />
    </span>
  )
}
