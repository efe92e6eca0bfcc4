'use client'

import { BuildingOffice2Icon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { NewCompanyDialog } from '@/components/company/new-company'

/** In the user menu, where also who has one company finds it. */
export function NewCompanyItem({ className }: { className: string }) {
  const t = useTranslations('company.switcher')
  const [making, setMaking] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        popoverTargetAction="hide"
        onClick={() => setMaking(true)}
        className={className}
      >
        <BuildingOffice2Icon aria-hidden />
        {t('new')}
      </button>
      <NewCompanyDialog open={making} onClose={() => setMaking(false)} />
    </>
  )
}
