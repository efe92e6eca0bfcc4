import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { ShopView } from '@/lib/shops/views'

export type MasterSwitchProps = {
  shop: Pick<ShopView, 'id' | 'version' | 'name' | 'status' | 'stockMaster' | 'priceMaster'>
  /** Owners and admins. */
  canSwitch: boolean
}

/** Who sets a shop's stock and prices on its platform. */
export function MasterSwitch({ shop }: MasterSwitchProps) {
  const t = useTranslations('shops.master')
  return (
    <dl className="space-y-2">
      {(['stock', 'price'] as const).map((kind) => {
        const master = shop[`${kind}Master`]
        return (
          <div key={kind}>
            <dt className="text-[13px] text-ink-3">{t(kind)}</dt>
            <dd className="flex flex-wrap items-center gap-x-2">
              <Badge tone={master === 'mascate' ? 'accent' : 'neutral'}>{t(master)}</Badge>
              <span className="text-[13px] text-ink-2">{t(`${master}Text`)}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
