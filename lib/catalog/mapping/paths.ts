import { mappingPath } from '@/lib/core/paths'

/** The tabs of the preview: listings that need a decision, new products, matched ones, and those left out. */
export const draftTabs = ['mend', 'make', 'match', 'skip'] as const
export type DraftTab = (typeof draftTabs)[number]

export const draftPath = (runId: string) => `${mappingPath}/produtos/${runId}`
/** The preview at a tab; another tab starts at its first page. */
export const draftHref = (runId: string, { tab, page = 1 }: { tab: DraftTab; page?: number }) =>
  `${draftPath(runId)}?tab=${tab}${page > 1 ? `&page=${page}` : ''}`
