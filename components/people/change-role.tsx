'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import type { Role } from '@/lib/auth/permissions'
import { changeMemberAction } from '@/lib/organizations/actions'
import type { EntityChoice } from '@/lib/organizations/queries'
import type { PersonView } from '@/lib/organizations/views'
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
  const common = useTranslations('common')
  const id = useId()
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
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('changeRole.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" pending={saving.pending}>
            {t('changeRole.save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void saving.run({ userId, version, role: choice.role, legalEntityIds: entitiesFor(choice) })
        }}
      >
        <FormError error={saving.error} fields={saving.fields} labels={{ legalEntityIds: t('fields.entities') }} />
        <RoleFields {...{ choice, grantable, entities }} onChange={setChoice} fields={saving.fields} />
      </form>
    </Dialog>
  )
}
