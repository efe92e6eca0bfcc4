import type { AdminSection } from './admin-section'
import { coreAdmin } from './core-admin'
import { platformAdmin } from './platform-admin'

/** Each module of the platform may bring a section with its buttons. */
export const adminSections: AdminSection[] = [coreAdmin, platformAdmin]
