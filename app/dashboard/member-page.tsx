import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { AreaMessages } from '@/components/shell/area-messages'
import { EmptyState } from '@/components/ui/empty-state'
import { requireMember, type Member } from '@/lib/identity/auth/member'
import { securityPath } from '@/lib/identity/auth/return-path'
import { can, type Permission } from '@/lib/core/permissions'
import type { Namespace } from '@/lib/core/i18n/client-messages'
import { listGranters } from '@/lib/identity/organizations/views'

export type PageParams = Record<string, string>
export type SearchParams = Record<string, string | string[] | undefined>
type PageProps = { params: Promise<PageParams>; searchParams: Promise<SearchParams> }
type PageContext = { member: Member; params: PageParams; searchParams: SearchParams }

/** Every page under /dashboard: the session and the role are asked here, whatever the middleware and the layout did. The role test reads `entry`. The namespaces are those of the client components below (AreaMessages). */
export function memberPage(
  permission: Permission | null,
  render: (context: PageContext) => ReactNode | Promise<ReactNode>,
  namespaces: readonly Namespace[] = [],
  { withoutSecondFactor = false }: { withoutSecondFactor?: boolean } = {},
) {
  async function MemberPage({ params, searchParams }: PageProps) {
    const member = await requireMember()
    if (member.secondFactorMissing && !withoutSecondFactor) redirect(securityPath)
    if (permission && !can(member.role, permission)) return <Denied member={member} />
    const content = await render({ member, params: await params, searchParams: await searchParams })
    return namespaces.length > 0 ? <AreaMessages namespaces={namespaces}>{content}</AreaMessages> : content
  }
  return Object.assign(MemberPage, { entry: { right: permission } })
}

async function Denied({ member }: { member: Member }) {
  const [t, granters] = await Promise.all([getTranslations('pages.denied'), listGranters(member)])
  return (
    <EmptyState
      kind="denied"
      level={1}
      title={t('title')}
      text={granters.length > 0 ? `${t('text')} ${t('whoGrants', { names: granters.join(', ') })}` : t('text')}
      action={<ButtonLink href="/dashboard">{t('back')}</ButtonLink>}
    />
  )
}
