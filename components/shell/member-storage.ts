/** Whose it is: a browser may serve several people and companies. */
export type StorageOwner = { userId: string; organizationId: string }

const prefix = 'member:'
/** As amounts were named before they were a member's own. */
const formerPrefix = 'elsewhere:'

export const memberKey = ({ userId, organizationId }: StorageOwner, name: string): string =>
  `${prefix}${userId}:${organizationId}:${name}`

/** Clears the data that members stored on this device while signed in. */
export function clearMembers(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) || key.startsWith(formerPrefix)) localStorage.removeItem(key)
  } catch {
    // Storage may be switched off; then nothing was kept.
  }
}

/**
 * Clears this tab's data on signing out: a cart, a question not yet sent. A session that ended by itself leaves it for
 * the same user.
 */
export function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // As above.
  }
}
