import { z } from 'zod'

export const keyProviders = ['gemini', 'manus'] as const
export type KeyProviderName = (typeof keyProviders)[number]

/** The maker's answer to a key. `busy`: the key is good, its calls are used up for the moment. */
export const keyStates = ['works', 'busy', 'refused', 'modelUnknown', 'unreachable'] as const
export type KeyState = (typeof keyStates)[number]

/** Makers change the form of their keys: held is only what none of them can be. */
const key = z
  .string()
  .trim()
  .min(1, 'apis.keys.form.missing')
  .regex(/^[\x21-\x7e]{20,200}$/, 'apis.keys.form.malformed')

const provider = z.enum(keyProviders)
export const setKeyInput = z.object({ provider, key, keepAnyway: z.boolean().default(false) })
export type SetKeyInput = z.output<typeof setKeyInput>

export const removeKeyInput = z.object({ provider })
export type RemoveKeyInput = z.output<typeof removeKeyInput>
