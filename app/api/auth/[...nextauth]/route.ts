import NextAuth from 'next-auth'
import type { NextRequest } from 'next/server'
import { nextAuthOptions } from '@/lib/auth/next-auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

const answer = (request: NextRequest, context: Context) => NextAuth(request, context, nextAuthOptions())

export { answer as GET, answer as POST }
