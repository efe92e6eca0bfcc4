'use client'

import { BuildingOffice2Icon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'

// Loaded with the first click: few ever make a second company.
const NewCompanyDialog = dynamic(() =>
  import('@/components/identity/company/new-company').then((module) => module.NewCompanyDialog),
)

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
      {making && <NewCompanyDialog open onClose={() => setMaking(false)} />}
    </>
  )
}
