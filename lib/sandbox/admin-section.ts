import type { z } from 'zod'
import type { Database } from './database'
import type { Platform } from './platform'
import type { PlatformSettings } from './platform-settings'

export type AdminContext = { db: Database; now: number; platform: Platform }

export type AdminField = {
  name: string
  label: string
  /** Offered as a choice when given. */
  choices?: { value: string; label: string }[]
  initial?: string
}

export type AdminAction = {
  /** POST /admin/<name>, by JSON from tests and as a form from the page; lower case with hyphens. */
  name: string
  label: string
  fields: AdminField[]
  /** Shown as a button of its own although it has no fields. */
  alone?: boolean
  body: z.ZodType
  /** In one transaction; what it returns is the JSON answer. */
  run: (context: AdminContext, body: never) => Promise<object>
}

export type AdminTable = {
  title: string
  columns: string[]
  /** `buttons` name an action and the values it is called with. */
  rows: { cells: (string | number | bigint | null)[]; buttons?: AdminButton[] }[]
}

export type AdminState = {
  now: number
  clockOffsetSeconds: number
  settings: PlatformSettings
  sections: {
    title: string
    tables: AdminTable[]
    actions: Pick<AdminAction, 'name' | 'label' | 'fields' | 'alone'>[]
  }[]
}

type AdminButton = { action: string; label: string; values: Record<string, string> }

export type AdminSection = {
  title: string
  tables: (context: AdminContext) => Promise<AdminTable[]>
  actions: AdminAction[]
}

/** Types the body by its schema. Values of a form come as text: use the types of parameters.ts. */
export function adminAction<B extends z.ZodType>(
  action: Omit<AdminAction, 'body' | 'run'> & {
    body: B
    run: (context: AdminContext, body: z.output<B>) => Promise<object>
  },
): AdminAction {
  return action
}
