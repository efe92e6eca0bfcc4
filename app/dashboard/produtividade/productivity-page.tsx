import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { memberPage, type SearchParams } from '@/app/dashboard/member-page'
import type { Member } from '@/lib/identity/auth/member'
import type { Namespace } from '@/lib/core/i18n/client-messages'

type Context = { member: Member; searchParams: SearchParams }

/** Where the company has switched the pages off, they are the not-found page for everyone. */
export const productivityPage = (
  render: (context: Context) => Promise<ReactNode>,
  namespaces: readonly Namespace[] = [],
) =>
  memberPage(
    'sales.read',
    ({ member, searchParams }) => (member.productivity ? render({ member, searchParams }) : notFound()),
    namespaces,
  )
