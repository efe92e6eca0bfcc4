/** Whose it is: a browser may serve several people and companies. */
export type StorageOwner = { userId: string; organizationId: string }

const prefix = 'member:'
/** As amounts were named before they were a member's own. */
const formerPrefix = 'elsewhere:'

export const memberKey = ({ userId, organizationId }: StorageOwner, name: string): string =>
  `${prefix}${userId}:${organizationId}:${name}`

/** What members kept on this device for as long as they are signed in. */
export function forgetMembers(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) || key.startsWith(formerPrefix)) localStorage.removeItem(key)
  } catch {
    // Storage may be switched off; then nothing was kept.
  }
}

/** What this tab kept of whoever signs out: a cart, a question not yet sent. A session that ended by itself leaves it for who comes back. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // As above.
  }
}
