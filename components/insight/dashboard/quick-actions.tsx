import {
  ArrowUpTrayIcon,
  BanknotesIcon,
  BuildingStorefrontIcon,
  CubeIcon,
  PlusIcon,
  ShoppingBagIcon,
} from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { can, type Role } from '@/lib/core/permissions'
import { newOrderPath } from '@/lib/sales/orders/filters'

const actions = [
  { key: 'newOrder', href: newOrderPath, permission: 'order.create', icon: ShoppingBagIcon },
  { key: 'newProduct', href: '/dashboard/products/new', permission: 'product.write', icon: CubeIcon },
  { key: 'import', href: '/dashboard/orders/import', permission: 'sheet.import', icon: ArrowUpTrayIcon },
  { key: 'newExpense', href: '/dashboard/expenses?new=1', permission: 'expense.write', icon: BanknotesIcon },
  { key: 'connectShop', href: '/dashboard/shops', permission: 'shop.connect', icon: BuildingStorefrontIcon },
] as const

/** Beside the title: the one primary action, and the import. */
export function HeaderActions({ role }: { role: Role }) {
  const t = useTranslations('dashboard.actions')
  return (
    <>
      {can(role, 'sheet.import') && (
        <ButtonLink href="/dashboard/orders/import">
          <ArrowUpTrayIcon aria-hidden />
          {t('import')}
        </ButtonLink>
      )}
      {can(role, 'order.create') && (
        <ButtonLink href={newOrderPath} variant="primary">
          <PlusIcon aria-hidden />
          {t('newOrder')}
        </ButtonLink>
      )}
    </>
  )
}

/** Only what the role may do; a single action stands beside the title already. */
export function QuickActionsCard({ role }: { role: Role }) {
  const t = useTranslations('dashboard.actions')
  const allowed = actions.filter(({ permission }) => can(role, permission))
  if (allowed.length < 2) return null
  return (
    <Card flush className="min-w-0">
      <CardHeader title={t('title')} className="p-4 pb-1" />
      <ul className="grid grid-cols-1 pb-2 sm:max-lg:grid-cols-2">
        {allowed.map(({ key, href, icon: Icon }) => (
          <li key={key}>
            <Link
              href={href}
              className="flex min-h-9 items-center gap-3 px-4 py-1.5 font-medium text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2 pointer-coarse:min-h-control"
            >
              <Icon aria-hidden className="size-[18px] shrink-0 text-ink-3" />
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
