import 'server-only'
import Bowser from 'bowser'

export type Device = { browser: string | null; system: string | null; kind: 'phone' | 'tablet' | 'computer' }

/** The browser's own description; null for the parts it leaves out. */
export function deviceOf(agent: string | null): Device {
  if (!agent) return { browser: null, system: null, kind: 'computer' }
  const { browser, os, platform } = Bowser.parse(agent)
  return { browser: browser.name || null, system: os.name || null, kind: kinds[platform.type ?? ''] ?? 'computer' }
}

const kinds: Record<string, Device['kind']> = { mobile: 'phone', tablet: 'tablet' }
