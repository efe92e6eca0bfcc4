import { ArrowRightIcon, BoltIcon, CubeIcon, ShoppingBagIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime } from '@/lib/core/dates'
import { useOrganization } from '@/components/shell/organization-context'
import { useHasShortcuts } from '@/components/shell/shortcut-preference'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { PaletteItem } from './use-palette'

const icons = { page: ArrowRightIcon, action: BoltIcon, order: ShoppingBagIcon, product: CubeIcon }

type PaletteOptionProps = {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: () => void
  onChoose: (inNewTab: boolean) => void
}

export function PaletteOption({ id, item, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const Icon = icons[item.kind]
  const keys = useKeysOf(item)
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      aria-describedby={keys && `${id}-keys`}
      onPointerMove={onPoint}
      // The input keeps the focus, so that typing goes on.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      className={classNames(
        'flex min-h-10 cursor-pointer scroll-my-9 items-center gap-3 rounded-control px-3 py-1.5 pointer-coarse:min-h-control',
        isActive && 'bg-accent-soft',
      )}
    >
      <Icon aria-hidden className={classNames('size-[18px] shrink-0', isActive ? 'text-accent-text' : 'text-ink-3')} />
      <OptionText item={item} />
      {keys && (
        <kbd
          id={`${id}-keys`}
          aria-hidden
          className="ml-auto shrink-0 rounded border border-line bg-sunken px-1.5 text-[11px] text-ink-2 pointer-coarse:hidden"
        >
          {keys}
        </kbd>
      )}
    </li>
  )
}

/** The shortcut that leads there without the palette. */
function useKeysOf(item: PaletteItem): string | undefined {
  const { places } = useShortcuts()
  const on = useHasShortcuts()
  if (!on || !('entry' in item)) return undefined
  if ('switches' in item.entry) return item.entry.switches === 'shortcuts' ? '?' : undefined
  const place = places.find(({ page }) => page === item.entry.key)
  return place && `G ${place.letter.toUpperCase()}`
}

function OptionText({ item }: { item: PaletteItem }): ReactNode {
  const t = useTranslations('palette')
  const { language, timeZone } = useOrganization()
  switch (item.kind) {
    case 'page':
    case 'action':
      return (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium">{item.entry.label}</span>
          {item.entry.about && (
            <span aria-hidden className="truncate text-xs text-ink-2">
              {item.entry.about}
            </span>
          )}
        </span>
      )
    case 'order': {
      const { code, externalCode, outletName, status, placedAt } = item.order
      return (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{externalCode ?? code}</span>
            <span className="block truncate text-xs text-ink-2">
              {[externalCode && code, outletName, formatDateTime(new Date(placedAt), language, timeZone)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <Badge>{t(`statuses.${status}`)}</Badge>
        </>
      )
    }
    case 'product':
      return (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{item.product.title}</span>
            <span className="block truncate text-xs text-ink-2">{item.product.sku}</span>
          </span>
          {item.product.isArchived && <Badge>{t('archived')}</Badge>}
        </>
      )
  }
}
