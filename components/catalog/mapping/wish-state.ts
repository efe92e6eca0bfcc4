import type { MappingLine } from '@/lib/catalog/mapping/views'

/** The platform asked for patience: the price still comes. */
const onItsWay: (string | null)[] = [null, 'rateLimited', 'dailyLimit']

/** How the price that was asked for last stands; the words are under `mapping.price`. */
export function wishState({ wishError }: Pick<MappingLine, 'wishError'>): 'onItsWay' | 'unconfirmed' | 'refused' {
  if (onItsWay.includes(wishError)) return 'onItsWay'
  return wishError === 'outcomeUnknown' ? 'unconfirmed' : 'refused'
}
