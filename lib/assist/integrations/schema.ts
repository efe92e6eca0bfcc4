import { z } from 'zod'
import { keyStates } from '@/lib/identity/organization-keys/schema'

export const integrations = ['marketplace', 'drive', 'gemini', 'manus', 'google', 'email'] as const
export type IntegrationName = (typeof integrations)[number]

/** How one stands as far as is known without asking: set up and nothing wrong, to be looked at, or not set up. */
export type IntegrationState = 'ready' | 'attention' | 'notSet'

export type TestState = (typeof keyStates)[number] | 'notSet' | 'failed'

export const testIntegrationInput = z.object({ integration: z.enum(integrations) })

export const integrationTabs = ['connections', 'programs', 'functions', 'webhooks'] as const
export type IntegrationTab = (typeof integrationTabs)[number]
export const integrationsPath = '/dashboard/apis'
