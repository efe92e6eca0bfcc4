import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { OrganizationContext } from '@/components/shell/organization-context'
import type { Language } from '@/lib/core/language'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'

export const testOrganizationId = '0192d1b0-0000-7000-8000-000000000001'
const userId = '0192d1b0-0000-7000-8000-000000000002'

/** For tests, as the `wrapper` of `render`: messages and an organization, as a page of the dashboard gives them. */
export function testPage(language: Language = 'pt', timeZone = 'America/Sao_Paulo') {
  return function TestPage({ children }: { children: ReactNode }) {
    return (
      <NextIntlClientProvider locale={language} messages={language === 'pt' ? pt : en} timeZone="America/Sao_Paulo">
        <OrganizationContext value={{ userId, organizationId: testOrganizationId, role: 'owner', language, timeZone }}>
          {children}
        </OrganizationContext>
      </NextIntlClientProvider>
    )
  }
}
