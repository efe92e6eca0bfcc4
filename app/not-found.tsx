import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { headers } from 'next/headers'
import { NotFoundScreen } from '@/components/shell/not-found-screen'
import { pathHeader } from '@/lib/identity/auth/return-path'
import { listOfRecord } from '@/lib/core/record-pages'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('heading') }
}

export default async function NotFound() {
  const list = listOfRecord((await headers()).get(pathHeader) ?? '')
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFoundScreen what={list ? 'record' : 'page'} list={list} />
    </main>
  )
}
