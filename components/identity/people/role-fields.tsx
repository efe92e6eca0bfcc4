'use client'

import { useTranslations } from 'next-intl'
import { Checkbox, Field, Select } from '@/components/ui/field'
import type { Role } from '@/lib/core/permissions'
import type { EntityChoice } from '@/lib/identity/organizations/queries'

/** `entityIds` null: all of them. */
export type RoleChoice = { role: Role; entityIds: string[] | null }

type RoleFieldsProps = {
  choice: RoleChoice
  onChange: (choice: RoleChoice) => void
  grantable: Role[]
  entities: EntityChoice[]
  fields: Record<string, string[]>
}

/** The initial entities: chosen one by one, so that no right is granted unread; a single one needs no question. */
export const firstEntities = (entities: EntityChoice[]): string[] =>
  entities.length === 1 ? entities.map(({ id }) => id) : []

/** The role with what it means and, for an accountant, which legal entities they read. */
export function RoleFields({ choice, onChange, grantable, entities, fields }: RoleFieldsProps) {
  const t = useTranslations('people')
  const { role, entityIds } = choice
  const toggle = (id: string, on: boolean) =>
    onChange({
      role,
      entityIds: entities.map((entity) => entity.id).filter((own) => (own === id ? on : entityIds?.includes(own))),
    })
  return (
    <>
      <Field label={t('fields.role')} hint={t(`roleHints.${role}`)} error={fields.role}>
        <Select
          name="role"
          value={role}
          onChange={({ target }) => onChange({ role: grantable.find((known) => known === target.value)!, entityIds })}
          options={grantable.map((known) => ({ value: known, label: t(`roles.${known}`) }))}
        />
      </Field>
      {role === 'accountant' && (
        <>
          <Field label={t('fields.entities')} hint={t('fields.laterEntities')}>
            <Select
              value={entityIds ? 'some' : 'all'}
              onChange={({ target }) =>
                onChange({ role, entityIds: target.value === 'all' ? null : firstEntities(entities) })
              }
            >
              <option value="all">{t('fields.allEntities')}</option>
              <option value="some">{t('fields.someEntities')}</option>
            </Select>
          </Field>
          {entityIds && (
            <fieldset className="flex flex-col gap-2">
              <legend className="sr-only">{t('fields.entities')}</legend>
              {entities.map(({ id, name, archived }) => (
                <Checkbox
                  key={id}
                  name="legalEntityIds"
                  label={archived ? t('fields.archivedEntity', { name }) : name}
                  checked={entityIds.includes(id)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
              ))}
              {fields.legalEntityIds && <p className="text-[13px] text-bad">{t('fields.entitiesMissing')}</p>}
            </fieldset>
          )}
        </>
      )}
    </>
  )
}

export const entitiesFor = ({ role, entityIds }: RoleChoice) => (role === 'accountant' ? entityIds : null)
