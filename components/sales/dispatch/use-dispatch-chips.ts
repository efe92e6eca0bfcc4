import { useTranslations } from 'next-intl'
import { dispatchHref, type DispatchFilters } from '@/lib/sales/dispatch/filters'
import type { DispatchList } from '@/lib/sales/dispatch/views'

/** One for each filter that is on, leading to the list without it. */
export function useDispatchChips({ filters, shops }: DispatchList): { label: string; href: string }[] {
  const t = useTranslations('dispatch.filters')
  const { q, due, shop, method, kind, product, carrier, run } = filters
  const chip = (label: string, changes: Partial<DispatchFilters>) => ({ label, href: dispatchHref(filters, changes) })
  return [
    q && chip(t('code', { text: q }), { q: '' }),
    due && chip(t(`dues.${due}`), { due: null }),
    shop && chip(shops.find(({ id }) => id === shop)?.name ?? '—', { shop: null }),
    method && chip(t(`methods.${method}`), { method: null }),
    kind && chip(t(`kinds.${kind}`), { kind: null }),
    product && chip(t('oneProduct'), { product: null }),
    carrier && chip(t('carrier', { text: carrier }), { carrier: null }),
    run && chip(t('run'), { run: null }),
  ].filter((one) => one !== null && one !== '')
}
