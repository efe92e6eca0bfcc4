import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import type { DispatchTab } from '@/lib/sales/dispatch/schema'
import { CentralNav } from './central-nav'
import { ShopsAway, type ShopsAwayProps } from './shops-away'

type CentralFrameProps = ShopsAwayProps & { counts: Record<DispatchTab, number>; children: ReactNode }

/** The common frame of all tabs of the operations centre. */
export async function CentralFrame({ counts, away, canAuthorize, children }: CentralFrameProps) {
  const t = await getTranslations('dispatch')
  return (
    <>
      <div data-frame="title" className="contents">
        <PageHeader title={t('title')} />
      </div>
      <div data-frame="tabs" className="contents">
        <CentralNav counts={counts} />
      </div>
      <ShopsAway away={away} canAuthorize={canAuthorize} />
      {children}
    </>
  )
}
