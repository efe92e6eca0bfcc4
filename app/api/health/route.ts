import { NextResponse } from 'next/server'
import { isDatabaseReady } from '@/lib/db'

export const dynamic = 'force-dynamic'

export async function GET() {
  const ready = await isDatabaseReady()
  return NextResponse.json({ status: ready ? 'ok' : 'unavailable' }, { status: ready ? 200 : 503 })
}
