export const languageCookie = 'language'
export const themeCookie = 'theme'
export const schemeCookie = 'color-scheme'
export const sidebarCookie = 'sidebar'
export const companyGroupCookie = 'sidebar-company'
/** Set while an owner does not want to be asked for the second step on the dashboard. */
export const twoFactorLaterCookie = 'second-step-later'

export const yearInSeconds = 365 * 24 * 60 * 60
export const twoFactorLaterSeconds = 30 * 24 * 60 * 60
export const sidebarCookieSeconds = 7 * 24 * 60 * 60
