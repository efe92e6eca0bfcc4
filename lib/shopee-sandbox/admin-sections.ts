import type { AdminSection } from './admin-section'

/** Each module of the platform may bring a section with its buttons. */
export const adminSections: AdminSection[] = []
