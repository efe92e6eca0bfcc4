import { useTranslations } from 'next-intl'
import { AuthFrame } from '@/components/identity/auth/auth-frame'
import type { WaitingInvitation } from '@/lib/identity/organizations/queries'
import { AcceptWaiting } from './accept-waiting'
import { CompanyForm } from './company-form'
import { LeaveAccount } from './leave-account'

/** Where who belongs to no company makes one, or takes up an invitation. */
export function CompanyScreen({ email, waiting }: { email: string; waiting: WaitingInvitation[] }) {
  const t = useTranslations('auth.company')
  const roles = useTranslations('people.roles')
  return (
    <AuthFrame
      title={t('title')}
      text={<span className="wrap-anywhere">{t('text', { email })}</span>}
      footer={
        <>
          <p className="mb-4">{t('or')}</p>
          <LeaveAccount to="/auth">{t('signOut')}</LeaveAccount>
        </>
      }
    >
      {waiting.length > 0 && (
        <section className="mb-7">
          <h2 className="mb-3 text-[15px] font-title">{t('waiting')}</h2>
          <ul className="flex flex-col gap-3">
            {waiting.map(({ id, organizationName, invitedByName, role }) => (
              <li key={id} className="rounded-card border border-line bg-surface p-4">
                <p className="font-semibold wrap-anywhere">{organizationName}</p>
                <p className="mb-3 text-[13px] text-ink-2 wrap-anywhere">
                  {t('invitedBy', { name: invitedByName ?? organizationName, role: roles(role) })}
                </p>
                <AcceptWaiting id={id} label={t('accept')} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <CompanyForm label={t('label')} hint={t('hint')} submit={t('submit')} />
    </AuthFrame>
  )
}
