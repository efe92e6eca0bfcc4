'use client'

import { BuildingOffice2Icon, CheckIcon, ChevronUpDownIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { leavePage } from '@/components/identity/auth/leave-page'
import { notifyOtherTabs } from '@/components/identity/auth/session-channel'
import { Badge } from '@/components/ui/badge'
import { Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Popover } from '@/components/ui/popover'
import { usePublicAction } from '@/components/ui/use-action'
import { switchOrganizationAction } from '@/lib/identity/auth/actions'
import { useOrganization } from './organization-context'

// Loaded with the first click: few ever make a second company.
const NewCompanyDialog = dynamic(() =>
  import('@/components/identity/company/new-company').then((module) => module.NewCompanyDialog),
)

export type CompanyChoice = { organizationId: string; name: string; ending: boolean }

/** Shows for who belongs to several companies; who has one finds "Nova empresa" in the user menu. */
export function OrganizationSwitcher({ companies, iconsOnly }: { companies: CompanyChoice[]; iconsOnly?: boolean }) {
  const t = useTranslations('company.switcher')
  const { organizationId } = useOrganization()
  const [making, setMaking] = useState(false)
  const current = companies.find((company) => company.organizationId === organizationId)
  if (companies.length < 2 || !current) return null
  return (
    <>
      <Popover
        label={t('current', { name: current.name })}
        className={iconsOnly ? 'justify-center px-1.5' : 'w-full px-3'}
        buttonClassName={classNames(
          'flex h-10 min-w-0 items-center gap-2 rounded-control border border-line bg-surface text-ink hover:bg-sunken pointer-coarse:h-control',
          iconsOnly ? 'w-9 justify-center' : 'w-full px-2.5 text-left',
        )}
        panelClassName="w-72 p-1.5!"
        button={
          iconsOnly ? (
            <BuildingOffice2Icon aria-hidden className="size-[18px] text-ink-2" />
          ) : (
            <>
              <BuildingOffice2Icon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
              <span className="min-w-0 flex-1 truncate font-medium">{current.name}</span>
              <ChevronUpDownIcon aria-hidden className="size-4 shrink-0 text-ink-2" />
            </>
          )
        }
      >
        {(close) => (
          <CompanyList
            companies={companies}
            currentId={organizationId}
            onNew={() => {
              close()
              setMaking(true)
            }}
          />
        )}
      </Popover>
      {making && <NewCompanyDialog open onClose={() => setMaking(false)} />}
    </>
  )
}

type CompanyListProps = { companies: CompanyChoice[]; currentId: string; onNew: () => void }

function CompanyList({ companies, currentId, onNew }: CompanyListProps) {
  const t = useTranslations('company.switcher')
  const [chosen, setChosen] = useState<string | null>(null)
  // A full load: nothing of the other company stays in memory.
  const switching = usePublicAction(switchOrganizationAction, {
    onSuccess: () => {
      notifyOtherTabs('changed')
      leavePage('/dashboard')
    },
  })
  const choose = (organizationId: string) => {
    setChosen(organizationId)
    void switching.run({ organizationId })
  }
  return (
    <>
      <ul aria-label={t('label')} className="max-h-80 overflow-y-auto">
        {companies.map(({ organizationId, name, ending }) => {
          const isCurrent = organizationId === currentId
          return (
            <li key={organizationId}>
              <button
                type="button"
                aria-current={isCurrent || undefined}
                disabled={isCurrent || switching.pending}
                onClick={() => choose(organizationId)}
                className={itemClass}
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name}
                  {ending && (
                    <Badge tone="bad" className="ml-2">
                      {t('ending')}
                    </Badge>
                  )}
                </span>
                {isCurrent && <CheckIcon aria-label={t('here')} className="size-[18px] shrink-0 text-accent-text" />}
                {switching.pending && chosen === organizationId && <Spinner />}
              </button>
            </li>
          )
        })}
      </ul>
      {switching.error && (
        <p role="alert" className="px-2.5 py-1 text-[13px] text-bad">
          {t('failed')}
        </p>
      )}
      <div className="mt-1.5 border-t border-line pt-1.5">
        <button type="button" onClick={onNew} className={itemClass}>
          <PlusIcon aria-hidden className="size-[18px] text-ink-2" />
          {t('new')}
        </button>
      </div>
    </>
  )
}

const itemClass =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 py-1.5 text-left text-ink enabled:hover:bg-sunken pointer-coarse:min-h-control'
