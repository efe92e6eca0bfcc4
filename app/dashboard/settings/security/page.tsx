import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SecondStepAdvice } from '@/components/settings/security/second-step-advice'
import { SecondStepCard } from '@/components/settings/security/second-step-card'
import { SessionsCard } from '@/components/settings/security/sessions-card'
import { getSecondStep } from '@/lib/auth/second-step/queries'
import { listOwnSessions } from '@/lib/auth/sessions/queries'

export const generateMetadata = pageTitle('settingsSecurity')

export default memberPage(null, async ({ member }) => {
  const [secondStep, sessions] = await Promise.all([getSecondStep(member.userId), listOwnSessions(member)])
  return (
    <div className="grid max-w-3xl gap-4">
      <SecondStepAdvice member={member} />
      <SecondStepCard state={secondStep} email={member.email} />
      <SessionsCard sessions={sessions} timeZone={member.timeZone} />
    </div>
  )
})
