import 'server-only'
import { can, type Role, seesTotals } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import type { ToolViewer } from '../../tools/contract'
import { sectionNames, type SectionName } from '../schema'
import type { Section, SectionScope, SectionSource } from './contract'
import { cases, differences, result } from './money'
import { cover, deadZones, margins } from './products'
import { bestProducts, sales, worstProducts } from './sales'

const sources: Record<SectionName, SectionSource> = {
  sales,
  result,
  bestProducts,
  worstProducts,
  differences,
  cases,
  deadZones,
  margins,
  cover,
}

/** The parts that a role's own pages show; who sees no totals of the company asks about none. */
export const sectionsFor = (role: Role): SectionName[] =>
  seesTotals({ role }) ? sectionNames.filter((name) => sources[name].rights.every((right) => can(role, right))) : []

export async function readSection(viewer: ToolViewer, name: SectionName, scope: SectionScope): Promise<Section> {
  if (!sectionsFor(viewer.role).includes(name)) throw new UserError('permissionDenied')
  return sources[name].read(viewer, scope)
}
