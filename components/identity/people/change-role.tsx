'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import type { Role } from '@/lib/core/permissions'
import { changeMemberAction } from '@/lib/identity/organizations/actions'
import type { EntityChoice } from '@/lib/identity/organizations/queries'
import type { PersonView } from '@/lib/identity/organizations/views'
import { entitiesFor, firstEntities, RoleFields, type RoleChoice } from './role-fields'

type ChangeRoleProps = { person: PersonView; entities: EntityChoice[]; grantable: Role[] }

export function ChangeRole(props: ChangeRoleProps) {
  const t = useTranslations('people.members')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        aria-label={t('changeOf', { name: props.person.displayName })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('change')}
      </Button>
      {open && <ChangeRoleDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ChangeRoleDialog({ person, entities, grantable, onClose }: ChangeRoleProps & { onClose: () => void }) {
  const t = useTranslations('people')
  const [choice, setChoice] = useState<RoleChoice>({
    role: person.role,
    entityIds: person.role === 'accountant' ? person.legalEntityIds : firstEntities(entities),
  })
  const saving = useAction(changeMemberAction, {
    successMessage: t('changeRole.saved', { name: person.displayName, role: t(`roles.${choice.role}`) }),
    onSuccess: onClose,
    refresh: true,
  })
  const { userId, version, displayName: name } = person
  return (
    <FormDialog
      onClose={onClose}
      title={t('changeRole.title', { name })}
      action={saving}
      labels={{ legalEntityIds: t('fields.entities') }}
      submitLabel={t('changeRole.save')}
      onSubmit={() => void saving.run({ userId, version, role: choice.role, legalEntityIds: entitiesFor(choice) })}
      changed={<WhatChanged kind="member" id={userId} />}
    >
      <RoleFields
        choice={choice}
        grantable={grantable}
        entities={entities}
        onChange={setChoice}
        fields={saving.fields}
      />
    </FormDialog>
  )
}
