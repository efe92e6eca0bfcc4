import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { DestinationKey } from '@/components/shell/navigation'

/** For a page's generateMetadata: the same name as in the breadcrumb. */
export function pageTitle(key: DestinationKey) {
  return async function generateMetadata(): Promise<Metadata> {
    const t = await getTranslations('shell.pages')
    return { title: t(key) }
  }
}
