'use client'

import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState, useSyncExternalStore } from 'react'
import { buttonClass } from '@/components/ui/button'
import { movementsHref, noMovementFilters } from '@/lib/catalog/stock/filters'

// Opened by few rows: neither form travels with the list.
const AdjustStockDialog = dynamic(() =>
  import('@/components/catalog/products/adjust-stock-dialog').then((result) => result.AdjustStockDialog),
)
const TransferDialog = dynamic(() => import('./transfer-dialog').then((result) => result.TransferDialog))

type LevelActionsProps = {
  product: { id: string; sku: string; onHand: bigint; reserved: bigint }
  places: { transit: number; damaged: number }
  shops: { id: string; name: string }[]
  /** Whether stock may be adjusted and moved here; the ledger is open to all. */
  canMove: boolean
}
type Opened = 'adjust' | 'transfer' | null

const itemClass =
  'flex min-h-8 w-full items-center rounded-md px-2.5 text-left text-ink no-underline data-focus:bg-sunken pointer-coarse:min-h-control'

/** The server draws the button alone: its menu costs a row as much as all else in it, and opens in the browser. */
export function LevelActions(props: LevelActionsProps) {
  const t = useTranslations('warehouse.levels')
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const label = t('actionsOf', { sku: props.product.sku })
  if (isInBrowser) return <ActionsMenu label={label} {...props} />
  return (
    <button type="button" aria-haspopup="menu" aria-expanded={false} aria-label={label} className={buttonLook}>
      <EllipsisHorizontalIcon aria-hidden />
    </button>
  )
}

const buttonLook = buttonClass({ variant: 'ghost', size: 'icon' })

function ActionsMenu({ label, product, places, shops, canMove }: LevelActionsProps & { label: string }) {
  const t = useTranslations('warehouse.levels')
  const [opened, setOpened] = useState<Opened>(null)
  // Once opened a dialog stays, so that it can close as it came.
  const [wanted, setWanted] = useState<{ adjust?: true; transfer?: true }>({})
  const open = (what: 'adjust' | 'transfer') => {
    setWanted((before) => ({ ...before, [what]: true }))
    setOpened(what)
  }
  return (
    <>
      <Menu>
        <MenuButton aria-label={label} className={buttonLook}>
          <EllipsisHorizontalIcon aria-hidden />
        </MenuButton>
        <MenuItems
          modal={false}
          anchor="bottom end"
          className="z-50 min-w-44 rounded-control border border-line bg-raised p-1 shadow-floating [--anchor-gap:4px] focus:outline-none"
        >
          {canMove && (
            <>
              <MenuItem>
                <button type="button" className={itemClass} onClick={() => open('adjust')}>
                  {t('adjust')}
                </button>
              </MenuItem>
              <MenuItem>
                <button type="button" className={itemClass} onClick={() => open('transfer')}>
                  {t('transfer')}
                </button>
              </MenuItem>
            </>
          )}
          <MenuItem>
            <Link href={movementsHref({ ...noMovementFilters, product: product.id })} className={itemClass}>
              {t('ledger')}
            </Link>
          </MenuItem>
        </MenuItems>
      </Menu>
      {wanted.adjust && (
        <AdjustStockDialog open={opened === 'adjust'} onClose={() => setOpened(null)} product={product} />
      )}
      {wanted.transfer && (
        <TransferDialog
          open={opened === 'transfer'}
          onClose={() => setOpened(null)}
          product={product}
          places={places}
          shops={shops}
        />
      )}
    </>
  )
}
