import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { DispatchTab } from '@/lib/sales/dispatch/schema'

/** For a room's generateMetadata: the same name as on its tab. */
export const tabTitle = (tab: DispatchTab) => async (): Promise<Metadata> => {
  const t = await getTranslations('dispatch.rooms')
  return { title: t(tab) }
}
