/** The parts of the settings, in the order of their tabs; each is a destination of its own. */
export const settingsParts = [
  { key: 'profile', page: 'settings', href: '/dashboard/settings' },
  { key: 'security', page: 'settingsSecurity', href: '/dashboard/settings/security' },
  { key: 'notifications', page: 'settingsNotifications', href: '/dashboard/settings/notifications' },
  { key: 'organization', page: 'settingsOrganization', href: '/dashboard/settings/organization' },
  { key: 'entities', page: 'settingsEntities', href: '/dashboard/settings/entities' },
  { key: 'people', page: 'settingsPeople', href: '/dashboard/settings/people' },
  { key: 'stock', page: 'settingsStock', href: '/dashboard/settings/stock' },
  { key: 'privacy', page: 'settingsPrivacy', href: '/dashboard/settings/privacy' },
  { key: 'drive', page: 'settingsDrive', href: '/dashboard/settings/drive' },
] as const
