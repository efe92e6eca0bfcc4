import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { RegisterScreen } from '@/components/identity/auth/register-screen'
import { AreaMessages } from '@/components/shell/area-messages'
import { hasGoogle } from '@/lib/identity/auth/google/provider'
import { getMember } from '@/lib/identity/auth/member'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth.register'))('title') }
}

export default async function RegisterPage() {
  if (await getMember()) redirect('/dashboard')
  return (
    <AreaMessages namespaces={['auth']}>
      <RegisterScreen hasGoogle={hasGoogle()} />
    </AreaMessages>
  )
}
