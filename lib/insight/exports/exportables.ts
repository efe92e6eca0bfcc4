import 'server-only'
import { wholeCompany } from '../company-export/archive'
import { accountantPack } from '@/lib/money/month-close/pack/pack'
import type { ListKind } from '@/lib/core/exports/list-kind'
import { listKinds } from './list-kinds'
import type { PackKind } from '@/lib/core/exports/pack-kind'
import type { ExportKind, PackName } from '@/lib/core/exports/schema'

export const packKinds: Record<PackName, PackKind> = { accountantPack, wholeCompany }

/** Whom an export asks for, and its filter made sound. */
export const exportables: Record<ExportKind, Pick<ListKind, 'permission' | 'normalize'>> = {
  ...listKinds,
  ...packKinds,
}
