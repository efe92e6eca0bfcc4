import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { EmailCard } from '@/components/identity/settings/security/email-card'
import { GoogleCard } from '@/components/identity/settings/security/google-card'
import { PasswordCard } from '@/components/identity/settings/security/password-card'
import { TwoFactorAdvice } from '@/components/identity/settings/security/two-factor-advice'
import { TwoFactorCard } from '@/components/identity/settings/security/two-factor-card'
import { SessionsCard } from '@/components/identity/settings/security/sessions-card'
import { getEmailChange } from '@/lib/identity/auth/email-change/email-link'
import { getGoogleLink } from '@/lib/identity/auth/google/queries'
import { getTwoFactor } from '@/lib/identity/auth/two-factor/queries'
import { listOwnSessions } from '@/lib/identity/auth/sessions/queries'
import { mailMode } from '@/lib/core/mail/emails'

export const generateMetadata = pageTitle('settingsSecurity')

export default memberPage(
  null,
  async ({ member }) => {
    const { userId, email } = member
    const [twoFactor, sessions, change, google] = await Promise.all([
      getTwoFactor(userId),
      listOwnSessions(member),
      getEmailChange(userId),
      getGoogleLink(userId),
    ])
    return (
      <div className="grid gap-4">
        <TwoFactorAdvice member={member} />
        <PasswordCard hasPassword={twoFactor.hasPassword} email={email} />
        <EmailCard email={email} hasPassword={twoFactor.hasPassword} change={change} mode={mailMode()} />
        <GoogleCard google={google} />
        <TwoFactorCard state={twoFactor} email={email} />
        <SessionsCard sessions={sessions} timeZone={member.timeZone} />
      </div>
    )
  },
  ['security', 'auth.password'],
  { withoutSecondFactor: true },
)
