export const languageCookie = 'language'
export const themeCookie = 'theme'
export const schemeCookie = 'color-scheme'
export const sidebarCookie = 'sidebar'
export const companyGroupCookie = 'sidebar-company'

export const yearInSeconds = 365 * 24 * 60 * 60
export const sidebarCookieSeconds = 7 * 24 * 60 * 60
