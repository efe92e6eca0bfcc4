import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { RecoveryUsedScreen } from '@/components/identity/auth/recovery-used-screen'
import { getPerson } from '@/lib/identity/auth/member'
import { returnPath, signInPath } from '@/lib/identity/auth/return-path'
import { getTwoFactor } from '@/lib/identity/auth/two-factor/queries'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.secondStep'))('usedTitle') }
}

type Props = { searchParams: Promise<{ callbackUrl?: string | string[] }> }

export default async function RecoveryUsedPage({ searchParams }: Props) {
  const { callbackUrl } = await searchParams
  const to = returnPath(typeof callbackUrl === 'string' ? callbackUrl : undefined)
  const person = await getPerson()
  if (!person) redirect(signInPath(to))
  const { recoveryCodesLeft } = await getTwoFactor(person.userId)
  return <RecoveryUsedScreen left={recoveryCodesLeft} to={to} />
}
