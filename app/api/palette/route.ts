import { answerJson, memberRoute } from '../member-route'
import { listPaletteEntries } from './list-entries'
import { languages } from '@/lib/core/language'
import { findForPalette } from '@/lib/insight/palette/find'

export const dynamic = 'force-dynamic'

/** With `q` the orders and products found, without it what the role may open and do. */
export const GET = memberRoute('sales.read', async ({ member, request }) => {
  const query = new URL(request.url).searchParams
  const text = query.get('q')
  if (text !== null) return answerJson(await findForPalette(member, text))
  const language = languages.find((one) => one === query.get('language')) ?? 'pt'
  return answerJson(listPaletteEntries(member, language))
})
