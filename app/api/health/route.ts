import { NextResponse } from 'next/server'
import { getReadiness } from '@/lib/core/process/readiness'

export const dynamic = 'force-dynamic'

/** Readiness: whether this process is to be sent requests. */
export async function GET() {
  const status = await getReadiness()
  return NextResponse.json({ status }, { status: status === 'ok' || status === 'full' ? 200 : 503 })
}
