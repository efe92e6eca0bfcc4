'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/ui/use-action'
import { restoreEntityAction } from '@/lib/identity/settings/actions'
import type { EntitiesView, EntityView } from '@/lib/identity/settings/views'
import { EntityCard } from './entity-card'
import { EntityDrawer } from './entity-drawer'

export function EntitiesScreen({ view }: { view: EntitiesView }) {
  const t = useTranslations('companyData.entities')
  const [creating, setCreating] = useState(false)
  const active = view.entities.filter(({ archived }) => !archived)
  const archived = view.entities.filter((entity) => entity.archived)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-ink-2">{t('text')}</p>
        {view.canEdit && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            <PlusIcon aria-hidden />
            {t('new')}
          </Button>
        )}
      </div>
      {active.map((entity) => (
        <EntityCard key={entity.id} entity={entity} others={active.filter(({ id }) => id !== entity.id)} view={view} />
      ))}
      {archived.length > 0 && <ArchivedEntities entities={archived} canEdit={view.canEdit} />}
      <EntityDrawer entity={null} open={creating} onClose={() => setCreating(false)} today={view.today} />
    </div>
  )
}

function ArchivedEntities({ entities, canEdit }: { entities: EntityView[]; canEdit: boolean }) {
  const t = useTranslations('companyData.entities')
  const restoring = useAction(restoreEntityAction, { successMessage: t('restored'), refresh: true })
  return (
    <Card>
      <CardHeader title={t('archivedTitle')} description={t('archivedText')} className="mb-2" />
      <ul className="divide-y divide-line">
        {entities.map(({ id, version, name }) => (
          <li key={id} className="flex min-h-control items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {canEdit && (
              <Button
                size="sm"
                pending={restoring.pending}
                aria-label={t('restoreNamed', { name })}
                onClick={() => void restoring.run({ id, version })}
              >
                {t('restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
