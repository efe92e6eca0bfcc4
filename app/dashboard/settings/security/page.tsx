import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { EmailCard } from '@/components/settings/security/email-card'
import { GoogleCard } from '@/components/settings/security/google-card'
import { PasswordCard } from '@/components/settings/security/password-card'
import { SecondStepAdvice } from '@/components/settings/security/second-step-advice'
import { SecondStepCard } from '@/components/settings/security/second-step-card'
import { SessionsCard } from '@/components/settings/security/sessions-card'
import { getEmailChange } from '@/lib/auth/email-change/email-link'
import { getGoogleLink } from '@/lib/auth/google/queries'
import { getSecondStep } from '@/lib/auth/second-step/queries'
import { listOwnSessions } from '@/lib/auth/sessions/queries'
import { mailMode } from '@/lib/mail/letters'

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
