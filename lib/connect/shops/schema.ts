import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

export const shopsPath = '/dashboard/shops'
export const companyShopsPath = '/dashboard/minha-empresa/lojas'
/** The pages on which an authorization begins, and to which it leads back. */
export const shopPages = { shops: shopsPath, company: companyShopsPath } as const
export type ShopPage = keyof typeof shopPages
/** Shops by their authorization: it has ended, ends within a week, was never given; or it stands. */
export const shopWaits = ['expired', 'ending', 'unauthorized', 'authorized'] as const
export type ShopWait = (typeof shopWaits)[number]
export const waitingShopsHref = (waiting: ShopWait, path: string = shopsPath) => `${path}?waiting=${waiting}`
/** Where the platform sends the browser back to; registered with the app to the letter. */
export const shopCallbackPath = '/api/shopee/callback'

/** The platforms that a seller may name; only the first one can be authorized. */
export const shopPlatforms = ['shopee', 'mercadoLivre', 'amazon', 'tiktokShop', 'magalu', 'shein'] as const
export type ShopPlatform = (typeof shopPlatforms)[number]

/** The failures of the way back from the platform: codes of `errors`, shown on the shops page as `?failed=`. */
export const authorizationProblems = [
  'shopStateMissing',
  'shopStateReused',
  'shopStateForeign',
  'shopStateOrganization',
  'shopStateExpired',
  'shopOther',
  'shopIdTaken',
  'shopChanged',
  'shopMainAccount',
  'shopDenied',
  'shopCodeRefused',
  'shopAuthorizationUnanswered',
  'shopPermissionDenied',
  'shopAlreadyConnected',
  'shopConnectFailed',
  'authorizationStartFailed',
] as const
export type AuthorizationProblem = (typeof authorizationProblems)[number]

const required = { error: 'shopRequired' }
const missing = (error: string) => ({ error, params: required })

const name = plainText({ max: 80, long: 'shops.fields.nameTooLong' }).refine(
  (text) => text.length > 0,
  missing('shops.fields.nameRequired'),
)
/** The platform counts in 64 bits; one spelling for each number. */
const maxDigits = 19
export const isShopNumber = (text: string) => /^[1-9]\d*$/.test(text) && text.length <= maxDigits
const shopNumber = z
  .string()
  .max(100)
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => text.length > 0, missing('shops.fields.idRequired'))
  .refine((text) => text === '' || isShopNumber(text), 'shops.fields.idDigits')

export const createShopInput = z.object({
  name,
  platform: z.enum(['', ...shopPlatforms]).transform((chosen, context): ShopPlatform => {
    if (chosen) return chosen
    context.addIssue({ code: 'custom', message: 'shops.fields.platformRequired', params: required })
    return z.NEVER
  }),
  /** Null until the platform tells it, on the way back from an authorization. */
  externalShopId: shopNumber.nullable(),
  legalEntityId: z.uuid(),
})
export type CreateShopInput = z.output<typeof createShopInput>

const record = { id: z.uuid(), version: recordVersion }

/** A connected shop keeps its number; null leaves one that has none yet. */
export const updateShopInput = z.object({ ...record, name, externalShopId: shopNumber.nullable() })
export type UpdateShopInput = z.output<typeof updateShopInput>

const units = z.int().min(0, 'shops.fields.unitsRange').max(9_999, 'shops.fields.unitsRange')
export const setStockRulesInput = z.object({ ...record, safetyUnits: units, lastUnits: units })
export type SetStockRulesInput = z.output<typeof setStockRulesInput>

/** Null: nothing is said of its ads. */
export const setNoAdsInput = z.object({
  ...record,
  noAdsFrom: z.string().refine(isDay, 'errors.dateInvalid').nullable(),
})
export type SetNoAdsInput = z.output<typeof setNoAdsInput>

/** For what is done with a shop as it stands: authorize, test, sync. */
export const shopInput = z.object({ id: z.uuid() })
export type ShopInput = z.output<typeof shopInput>

export const authorizeShopInput = shopInput.extend({ page: z.enum(['shops', 'company']).default('shops') })
export type AuthorizeShopInput = z.output<typeof authorizeShopInput>

export const disconnectShopInput = z.object(record)
export type DisconnectShopInput = z.output<typeof disconnectShopInput>
