import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NotFoundScreen } from '@/components/shell/not-found-screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('heading') }
}

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFoundScreen what="page" />
    </main>
  )
}
