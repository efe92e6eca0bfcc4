import type { AccountStatus } from '@/lib/identity/account/views'
import type { Member } from '@/lib/identity/auth/member'
import type { ColorScheme, Theme } from '@/lib/core/theme'
import { AccountCard } from './account-card'
import { LookCard } from './look-card'
import { NameCard } from './name-card'
import { PhotoCard } from './photo-card'

type ProfileScreenProps = { member: Member; account: AccountStatus; theme: Theme; scheme: ColorScheme }

export function ProfileScreen({ member, account, theme, scheme }: ProfileScreenProps) {
  const { email, displayName, avatarId } = member
  return (
    <div className="flex flex-col gap-4">
      <NameCard displayName={displayName} email={email} />
      <PhotoCard avatarUrl={avatarId && `/api/avatars/${avatarId}`} email={email} />
      <LookCard theme={theme} scheme={scheme} />
      <AccountCard account={account} />
    </div>
  )
}
