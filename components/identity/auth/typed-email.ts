'use client'

const KEY = 'mascate-typed-email'

/** Carries an address from one form to the next one, in this tab alone and out of the URL. */
export function carryTypedEmail(email: string) {
  try {
    if (email) sessionStorage.setItem(KEY, email)
  } catch {
    // Storage may be closed to the page; the address is then typed again.
  }
}

export function takeTypedEmail(): string {
  try {
    const email = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return email
  } catch {
    return ''
  }
}
