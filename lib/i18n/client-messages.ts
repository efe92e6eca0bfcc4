import type { AbstractIntlMessages } from 'next-intl'

/** Rendered on the server only: these never travel to the browser. */
const serverOnly = [
  'landing',
  'placeholders',
  'pages',
  'mail',
  'dashboard',
  'metrics',
  'result',
  'analytics',
  'hub',
  'paletteWords',
  'orderProfit',
]
/** What every page's client components may need, signed in or not. */
const everywhere = ['common', 'errors', 'ui', 'auth', 'failures']

export function publicMessages(messages: AbstractIntlMessages): AbstractIntlMessages {
  return pick(messages, (name) => everywhere.includes(name))
}

export function dashboardMessages(messages: AbstractIntlMessages): AbstractIntlMessages {
  const { fields, password } = (messages.auth ?? {}) as AbstractIntlMessages
  return {
    ...pick(messages, (name) => !serverOnly.includes(name) && name !== 'auth'),
    // What the forms of one's own account share with the sign-in.
    auth: { ...(fields && { fields }), ...(password && { password }) },
  }
}

function pick(messages: AbstractIntlMessages, wanted: (name: string) => boolean): AbstractIntlMessages {
  return Object.fromEntries(Object.entries(messages).filter(([name]) => wanted(name)))
}
