import { ArrowUpTrayIcon, BanknotesIcon, BuildingStorefrontIcon, CubeIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { can, type Role } from '@/lib/auth/permissions'

const more = [
  { key: 'newProduct', href: '/dashboard/products?new=1', permission: 'product.write', icon: CubeIcon },
  { key: 'newExpense', href: '/dashboard/expenses?new=1', permission: 'expense.write', icon: BanknotesIcon },
  { key: 'connectShop', href: '/dashboard/shops?new=1', permission: 'shop.connect', icon: BuildingStorefrontIcon },
] as const

/** Only what the role may do: one primary action, the import beside it, the rest in a menu. */
export function QuickActions({ role }: { role: Role }) {
  const t = useTranslations('dashboard.actions')
  const others = more.filter(({ permission }) => can(role, permission))
  return (
    <>
      {others.length > 0 && (
        <Menu button={t('more')}>
          {others.map(({ key, href, icon: Icon }) => (
            <MenuItem key={key} href={href} icon={<Icon aria-hidden />}>
              {t(key)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {can(role, 'sheet.import') && (
        <ButtonLink href="/dashboard/import">
          <ArrowUpTrayIcon aria-hidden />
          {t('import')}
        </ButtonLink>
      )}
      {can(role, 'order.create') && (
        <ButtonLink href="/dashboard/orders" variant="primary">
          <PlusIcon aria-hidden />
          {t('newOrder')}
        </ButtonLink>
      )}
    </>
  )
}
