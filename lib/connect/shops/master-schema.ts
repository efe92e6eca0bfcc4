import { z } from 'zod'
import { recordVersion } from '@/lib/core/record-version'

export const masterKinds = ['stock', 'price'] as const
export type MasterKind = (typeof masterKinds)[number]

export const switchMasterInput = z.object({
  id: z.uuid(),
  version: recordVersion,
  kind: z.enum(masterKinds),
  master: z.enum(['other', 'mascate']),
})
export type SwitchMasterInput = z.output<typeof switchMasterInput>
