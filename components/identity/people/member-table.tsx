import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { Role } from '@/lib/core/permissions'
import { formatDateTime } from '@/lib/core/dates'
import { removeMemberAction } from '@/lib/identity/organizations/actions'
import type { EntityChoice } from '@/lib/identity/organizations/queries'
import type { PersonView } from '@/lib/identity/organizations/views'
import { ChangeRole } from './change-role'
import { EndSessions } from './end-sessions'

type MemberTableProps = { members: PersonView[]; entities: EntityChoice[]; grantable: Role[]; timeZone: string }

export function MemberTable({ members, entities, grantable, timeZone }: MemberTableProps) {
  const t = useTranslations('people.members')
  const remove = useTranslations('people.remove')
  const language = useLocale()
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('person')}</Th>
        <Th>{t('role')}</Th>
        <Th>{t('secondStep')}</Th>
        <Th>{t('lastSeen')}</Th>
        <Th>
          <span className="sr-only">{t('actions')}</span>
        </Th>
      </Thead>
      <Tbody>
        {members.map((person) => (
          <Tr key={person.userId}>
            <Td>
              <span className="flex min-w-0 items-center gap-3">
                <Avatar
                  src={person.avatarId && `/api/avatars/${person.avatarId}`}
                  email={person.email}
                  name={person.displayName}
                />
                <span className="min-w-0">
                  <span className="block font-semibold wrap-anywhere">
                    {person.displayName}
                    {person.isSelf && <span className="font-normal text-ink-3">{` (${t('you')})`}</span>}
                  </span>
                  <span className="block text-[13px] wrap-anywhere text-ink-2">{person.email}</span>
                </span>
              </span>
            </Td>
            <Td label={t('role')}>
              <RoleAndEntities role={person.role} reads={person.reads} />
              <RowControl>
                <HistoryLink kind="member" id={person.userId} />
              </RowControl>
            </Td>
            <Td label={t('secondStep')}>
              <Badge tone={person.hasTwoFactor ? 'good' : 'neutral'}>{person.hasTwoFactor ? t('on') : t('off')}</Badge>
            </Td>
            <Td label={t('lastSeen')} className="text-ink-2">
              {person.lastSeenAt ? formatDateTime(person.lastSeenAt, language, timeZone) : t('never')}
            </Td>
            <Td>
              {person.mayTouch && (
                <RowControl className="ml-auto gap-2 @max-xl:ml-0">
                  <ChangeRole person={person} entities={entities} grantable={grantable} />
                  <EndSessions userId={person.userId} name={person.displayName} />
                  <ConfirmButton
                    size="sm"
                    action={removeMemberAction}
                    input={{ userId: person.userId, version: person.version }}
                    label={t('remove')}
                    aria-label={t('removeOf', { name: person.displayName })}
                    title={remove('title', { name: person.displayName })}
                    text={remove('text', { name: person.displayName })}
                    confirmLabel={remove('confirm')}
                    successMessage={remove('done', { name: person.displayName })}
                    danger
                  />
                </RowControl>
              )}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

export function RoleAndEntities({ role, reads }: { role: Role; reads: string[] | null }) {
  const t = useTranslations('people')
  return (
    <>
      {t(`roles.${role}`)}
      {reads && (
        <span className="block text-[13px] wrap-anywhere text-ink-2">
          {t('members.entities', { names: reads.join(', ') })}
        </span>
      )}
    </>
  )
}
