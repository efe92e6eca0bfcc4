import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { CompanyScreen } from '@/components/identity/company/company-screen'
import { getMember, getPerson } from '@/lib/identity/auth/member'
import { signInPath } from '@/lib/identity/auth/return-path'
import { listWaitingInvitations } from '@/lib/identity/organizations/queries'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.company'))('title'), robots: 'noindex' }
}

export default async function CompanyPage() {
  const person = await getPerson()
  if (!person) redirect(signInPath(null))
  if (await getMember()) redirect('/dashboard')
  return <CompanyScreen email={person.email} waiting={await listWaitingInvitations(person.userId)} />
}
