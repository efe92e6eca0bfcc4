'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { authorizeShopAction } from '@/lib/connect/shops/actions'
import { companyShopsPath } from '@/lib/connect/shops/schema'
import type { ShopView } from '@/lib/connect/shops/views'
import { forShops } from './shop-failure'

const authorize = forShops(authorizeShopAction, 'authorizationStartFailed')

/** Leaves for the platform's page, which leads back to this one. */
export function AuthorizeButton({ shop }: { shop: Pick<ShopView, 'id' | 'name' | 'status' | 'connectedAt'> }) {
  const t = useTranslations('shops.actions')
  const message = useMessage()
  const page = usePathname() === companyShopsPath ? 'company' : 'shops'
  const [leaving, setLeaving] = useState(false)
  const beginning = useAction(authorize, {
    onSuccess: ({ url }) => {
      setLeaving(true)
      window.location.assign(url)
    },
  })
  // The browser's back button shows the page as it was left.
  useEffect(() => {
    const onShow = () => setLeaving(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const again = shop.connectedAt !== null
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <Button
        size="sm"
        variant="primary"
        aria-label={t(again ? 'reauthorizeNamed' : 'authorizeNamed', { name: shop.name })}
        pending={beginning.pending || leaving}
        onClick={() => void beginning.run({ id: shop.id, page })}
      >
        {t(again ? 'reauthorize' : 'authorize')}
      </Button>
      {beginning.error && (
        <span role="alert" className="max-w-72 text-[13px] text-bad">
          {message(beginning.error.code, beginning.error.values)}
        </span>
      )}
    </span>
  )
}
