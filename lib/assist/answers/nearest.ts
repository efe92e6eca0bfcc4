import 'server-only'
import type { ToolViewer } from '../tools/contract'
import { Refusal } from './grammar'
import { reasonOf } from './refusals'
import { writtenOut } from './spoken'
import { suggestNear, type QuestionName } from './suggestions'
import { plain } from './words'

/** A greeting is answered by some questions, no more than one reads. */
const EXAMPLES = 3
const nothingSaid = { words: '', about: [], first: null }
const unclear: readonly Refusal['why'][] = ['unknownWords', 'nothingAsked', 'productUnknown', 'periodAhead']

/** Why a question is not answered, and what can be asked instead; the first of it is likely meant where that is said. */
export function nearestTo(
  viewer: ToolViewer,
  refusal: Refusal,
  question: string,
): { shown: Refusal; names: QuestionName[]; isMeant: boolean } {
  const isUnclear = unclear.includes(refusal.why)
  const written = (['pt', 'en'] as const).map((language) => writtenOut(plain(question), language))
  // Where words were not understood, those that say what cannot be asked at all tell more.
  const reason = isUnclear ? (written.map(reasonOf).find((one) => one !== null) ?? null) : null
  const shown = reason ? new Refusal(reason) : refusal
  const { names, isNear } = suggestNear(viewer, {
    words: written.join(''),
    about: refusal.about,
    first: reason === 'reasons' ? 'salesMonths' : null,
  })
  if (refusal.why === 'greeting' || refusal.why === 'thanks')
    return { shown, names: suggestNear(viewer, nothingSaid).names.slice(0, EXAMPLES), isMeant: false }
  return { shown, names, isMeant: isUnclear && (!reason || reason === 'reasons') && isNear }
}
