import { getDestination } from '@/components/shell/navigation'
import { PlaceholderScreen } from '@/components/shell/placeholder-screen'
import type { PlaceholderKey } from '@/components/shell/placeholders'
import { memberPage } from './member-page'

export function placeholderPage(key: PlaceholderKey) {
  return memberPage(getDestination(key).permission, ({ member }) => <PlaceholderScreen page={key} role={member.role} />)
}
