import { newId } from '@/lib/core/ids'
import { bookCountAction, enterCountAction, openCountAction } from '@/lib/catalog/warehouse/actions'
import { getCountFor } from '@/lib/catalog/warehouse/count-views'
import { envelope, type TestOrganization } from '../factories/factories'
import { addStockedProduct } from '../factories/stocked-product'

type Enter = { code?: string; productId?: string | null; units?: number; ageMs?: number }
type Book = { missing?: 'leave' | 'zero'; acceptMoved?: boolean; seen?: string }

/** Counting in the company that `company` answers at the time, as the signed-in user. */
export function openCountHarness(company: () => TestOrganization) {
  const stocked = (sku: string, onHand: number, barcodes: string[] = []) =>
    addStockedProduct(company(), { sku, onHand, barcodes, cost: '2.5' })
  const openCount = async (given: { from?: 'filter' | 'skus' | 'none'; query?: string; skus?: string[] } = {}) => {
    const answer = await openCountAction(envelope(company()), {
      name: 'Corredor A',
      from: 'none',
      query: '',
      skus: [],
      ...given,
    })
    if (!answer.ok) throw new Error(answer.error)
    return answer.data.countId
  }
  const enter = (countId: string, given: Enter, key = newId()) =>
    enterCountAction(envelope(company(), key), { countId, code: 'X', productId: null, units: 1, ageMs: 0, ...given })
  const view = async (countId: string, tab = 'all') =>
    (await getCountFor({ ...company().owner, role: 'owner', timeZone: 'America/Sao_Paulo' }, countId, { tab }))!
  const book = async (countId: string, given: Book = {}) =>
    bookCountAction(envelope(company()), {
      countId,
      missing: 'leave',
      acceptMoved: false,
      seen: (await view(countId)).mark,
      ...given,
    })

  return { stocked, openCount, enter, view, book }
}
