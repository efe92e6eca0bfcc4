import { getMember } from '@/lib/auth/member'
import { UserError, type ErrorCode } from '@/lib/errors'
import { searchProductsFor } from '@/lib/orders/search-products'

const refusal = (error: ErrorCode, status: number) =>
  Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } })

export async function GET(request: Request): Promise<Response> {
  const member = await getMember()
  if (!member) return refusal('signedOut', 401)
  try {
    const products = await searchProductsFor(member, new URL(request.url).searchParams)
    return Response.json({ products }, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof UserError) return refusal(error.code, error.code === 'permissionDenied' ? 403 : 409)
    throw error
  }
}
