import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { InvitationScreen } from '@/components/identity/company/invitation-screen'
import { describeInvitation } from '@/lib/identity/organizations/find-invitation'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.invitation'))('pageTitle'), robots: 'noindex' }
}

type Props = { searchParams: Promise<{ token?: string | string[] }> }

export default async function InvitationPage({ searchParams }: Props) {
  const given = (await searchParams).token
  const token = typeof given === 'string' ? given : ''
  return <InvitationScreen token={token} view={await describeInvitation(token)} />
}
