import 'server-only'
import { wholeCompany } from '../company-archive/archive'
import { accountantPack } from '../month-close/pack/pack'
import type { ListKind } from './list-kind'
import { listKinds } from './list-kinds'
import type { PackKind } from './pack-kind'
import type { ExportKind, PackName } from './schema'

export const packKinds: Record<PackName, PackKind> = { accountantPack, wholeCompany }

/** Whom an export asks for, and its filter made sound. */
export const exportables: Record<ExportKind, Pick<ListKind, 'permission' | 'normalize'>> = {
  ...listKinds,
  ...packKinds,
}
