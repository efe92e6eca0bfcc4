import { z } from 'zod'
import { dispatchTabPaths } from '../dispatch/schema'
import { recordVersion } from '@/lib/core/record-version'
import { plainText } from '@/lib/core/text/text'

export const returnsPath = dispatchTabPaths.returns
export const returnPath = (id: string) => `${returnsPath}/${id}`

export const returnKinds = ['refund_only', 'with_return', 'failed_delivery', 'lost'] as const
/** Saved views of the list. */
export const returnTabs = ['todo', 'answer', 'incoming', 'disputed', 'done'] as const
export type ReturnTab = (typeof returnTabs)[number]

const note = plainText({ max: 1000, long: 'returns.fields.textTooLong' })

export const findReturnInput = z.object({
  code: plainText({ min: 1, max: 120, missing: 'bench.fields.codeMissing', long: 'bench.fields.codeTooLong' }),
})
const units = z.int().min(0).max(100_000)
export const receiveReturnInput = z.object({
  returnId: z.uuid(),
  version: recordVersion,
  lines: z
    .array(z.strictObject({ line: z.int().min(1).max(2_147_483_647), sellable: units, damaged: units, missing: units }))
    .max(500),
  note: note.nullable(),
})
export type ReceiveReturnInput = z.output<typeof receiveReturnInput>

export const listDisputeReasonsInput = z.object({ returnId: z.uuid() })
const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accept') }),
  z.strictObject({ kind: z.literal('acceptOffer') }),
  z.strictObject({ kind: z.literal('offer'), amountCents: z.int().min(1, 'returns.fields.amountMissing') }),
  z.strictObject({
    kind: z.literal('dispute'),
    reasonId: z.int(),
    email: z.email('returns.fields.emailInvalid').max(200),
    text: note.min(1, 'returns.fields.textMissing'),
  }),
])
export const answerReturnInput = z.object({ returnId: z.uuid(), version: recordVersion, answer })
export type AnswerReturnInput = z.output<typeof answerReturnInput>

/** The platform's word for: the buyer has the seller's offer. */
export const WAITS_FOR_BUYER = 'PENDING_BUYER_RESPOND'
/** … and for: the buyer offers something instead. */
export const WAITS_FOR_SELLER = 'PENDING_RESPOND'
export const returnOffers = z.array(
  z.object({
    by: z.enum(['buyer', 'seller']),
    cents: z.int(),
    solution: z.string().nullable(),
    at: z.string().nullable(),
  }),
)
export type ReturnOffer = z.output<typeof returnOffers>[number]

/** Where the seller answers by hand what the platform takes from no app. */
export const sellerCentreUrl = 'https://seller.shopee.com.br/portal/sale/return'
