import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import type { Room } from '@/lib/dispatch/schema'
import { CentralNav } from './central-nav'

/** What all rooms of the operations centre share. */
export async function CentralFrame({ counts, children }: { counts: Record<Room, number>; children: ReactNode }) {
  const t = await getTranslations('dispatch')
  return (
    <>
      <PageHeader title={t('title')} />
      <CentralNav counts={counts} />
      {children}
    </>
  )
}
