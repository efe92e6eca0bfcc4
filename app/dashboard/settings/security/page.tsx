import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { EmailCard } from '@/components/identity/settings/security/email-card'
import { GoogleCard } from '@/components/identity/settings/security/google-card'
import { PasswordCard } from '@/components/identity/settings/security/password-card'
import { SecondStepAdvice } from '@/components/identity/settings/security/second-step-advice'
import { SecondStepCard } from '@/components/identity/settings/security/second-step-card'
import { SessionsCard } from '@/components/identity/settings/security/sessions-card'
import { getEmailChange } from '@/lib/identity/auth/email-change/email-link'
import { getGoogleLink } from '@/lib/identity/auth/google/queries'
import { getSecondStep } from '@/lib/identity/auth/second-step/queries'
import { listOwnSessions } from '@/lib/identity/auth/sessions/queries'
import { mailMode } from '@/lib/core/mail/letters'

export const generateMetadata = pageTitle('settingsSecurity')

export default memberPage(
  null,
  async ({ member }) => {
    const { userId, email } = member
    const [secondStep, sessions, change, google] = await Promise.all([
      getSecondStep(userId),
      listOwnSessions(member),
      getEmailChange(userId),
      getGoogleLink(userId),
    ])
    const { hasPassword } = secondStep
    return (
      <div className="grid gap-4">
        <SecondStepAdvice member={member} />
        <PasswordCard hasPassword={hasPassword} email={email} />
        <EmailCard email={email} hasPassword={hasPassword} change={change} mode={mailMode()} />
        <GoogleCard google={google} />
        <SecondStepCard state={secondStep} email={email} />
        <SessionsCard sessions={sessions} timeZone={member.timeZone} />
      </div>
    )
  },
  ['security', 'auth.password'],
)
