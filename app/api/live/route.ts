import { NextResponse } from 'next/server'

export const dynamic = 'force-dynamic'

/** Liveness: the process answers, whatever it would need. One that does not is to be started again. */
export const GET = () => NextResponse.json({ status: 'ok' })
