import { POST as callFunction } from '@/app/api/functions/[name]/route'
import { GET as getAccount } from '@/app/api/account/route'
import { GET as verifyAuditLog } from '@/app/api/audit/verify/route'
import { POST as postOrders } from '@/app/api/imports/route'
import { POST as postProof } from '@/app/api/cases/proofs/route'
import { POST as postReceipt } from '@/app/api/expenses/receipts/route'
import { POST as postMapping } from '@/app/api/mapping/sheet/route'
import { POST as postMoney } from '@/app/api/money-files/route'
import { GET as getBuyer } from '@/app/api/privacy/buyers/[id]/route'
import { POST as postSheet } from '@/app/api/sheets/route'
import { GET as search } from '@/app/api/orders/product-search/route'
import { GET as getPalette } from '@/app/api/palette/route'
import { getMember } from '@/lib/identity/auth/member'
import { makePageToken } from '@/lib/assist/functions/page-token'
import { newId } from '@/lib/core/ids'
import { cancelImportAction } from '@/lib/connect/order-imports/actions'
import { setKeyAction } from '@/lib/identity/organization-keys/actions'
import { createCompanyAction } from '@/lib/identity/organizations/actions'
import { eraseBuyerAction, findBuyersAction } from '@/lib/insight/privacy/actions'
import { withOwner } from '../harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs, type TestOrganization } from '../factories/factories'

type Company = TestOrganization
type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>

/** The code of a refusal, of a route; of an answer that has none its status. */
async function requestTo(route: unknown, path: string, init: RequestInit = {}, params: object = {}): Promise<string> {
  const answer = await (route as Route)(new Request(`http://localhost:3000/${path}`, init), {
    params: Promise.resolve(params as never),
  })
  if (!answer.headers.get('content-type')?.startsWith('application/json')) {
    await answer.body?.cancel()
    return String(answer.status)
  }
  const { error } = (await answer.json()) as { error?: string }
  if (error === 'tooManyRequests') expect(answer.status).toBe(429)
  return error ?? String(answer.status)
}
const errorOf = async (answer: Promise<{ ok: boolean; error?: string }>) => (await answer).error ?? 'ok'
const uploaded =
  (route: unknown, path: string) =>
  ({ organizationId }: Company) =>
    requestTo(route, path, { method: 'POST', body: 'x', headers: { 'x-organization-id': organizationId } })
const byPageToken = async () => {
  const { token } = makePageToken((await getMember())!)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return requestTo(callFunction, 'api/functions/nothing', { method: 'POST', body: '{}', headers }, { name: 'nothing' })
}
const key = { provider: 'gemini', value: 'x' } as never

/** A limit by its name: how many calls it lets through, and one of these. All count by the person. */
const limits: [string, number, (company: Company) => Promise<string>][] = [
  ['action', 600, (company) => errorOf(cancelImportAction(envelope(company), { importId: newId() }))],
  ['organization-key', 20, (company) => errorOf(setKeyAction(envelope(company), key))],
  ['find-buyer', 100, (company) => errorOf(findBuyersAction(envelope(company), { text: '' } as never))],
  ['erase-buyer', 20, (company) => errorOf(eraseBuyerAction(envelope(company), {} as never))],
  ['company', 10, () => errorOf(createCompanyAction({ companyName: 'Outra', key: newId() }))],
  [
    'product-search',
    600,
    ({ organizationId }) => requestTo(search, `api/orders/product-search?organization=${organizationId}&q=a`),
  ],
  ['palette', 900, () => requestTo(getPalette, 'api/palette?q=caneca')],
  ['page-token', 120, byPageToken],
  ['upload', 30, uploaded(postOrders, 'api/imports?fileName=x.xlsx&shopName=Loja')],
  ['upload', 30, uploaded(postSheet, 'api/sheets?kind=catalogue&fileName=x.xlsx')],
  ['upload', 30, uploaded(postMapping, 'api/mapping/sheet?fileName=x.xlsx')],
  ['receiptUpload', 200, uploaded(postReceipt, 'api/expenses/receipts?fileName=x.pdf')],
  ['caseProofUpload', 200, uploaded(postProof, 'api/cases/proofs?fileName=x.pdf')],
  ['upload-money', 60, uploaded(postMoney, 'api/money-files?fileName=x.xlsx')],
  ['buyer.data', 30, () => requestTo(getBuyer, 'api/privacy/buyers/x', {}, { id: newId() })],
  ['audit.verify', 10, () => requestTo(verifyAuditLog, 'api/audit/verify')],
  ['account.data', 10, () => requestTo(getAccount, 'api/account')],
]

test.each(limits)(
  '%s: %i calls of one person are answered and one more is not, nor is anybody else kept waiting',
  async (name, most, request) => {
    const company = await createTestOrganization()
    const colleague = await addMember(company, 'admin')
    await withOwner((owner) =>
      owner.query('INSERT INTO rate_limit (key, points, expire) VALUES ($1, $2, $3)', [
        `${name}:${company.owner.userId}`,
        most - 1,
        Date.now() + 60_000,
      ]),
    )
    await signInAs(company.owner)
    expect(await request(company)).not.toBe('tooManyRequests')
    expect(await request(company)).toBe('tooManyRequests')
    await signInAs(colleague)
    expect(await request(company)).not.toBe('tooManyRequests')
  },
)
