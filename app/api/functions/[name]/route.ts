import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { answerFunction, refuse } from '@/lib/assist/functions/answer'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ name: string }> }

/** A server function by its name: bearer token, JSON in, its own content type out. Only pages of our own may ask from a browser. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { name } = await params
  if (!isOwnOrigin(request.headers, env().NEXTAUTH_URL)) return refuse(name, new UserError('permissionDenied'))
  return answerFunction(name, request)
}
