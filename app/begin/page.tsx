import type { Metadata } from 'next'

export const metadata: Metadata = { alternates: { canonical: '/' } }

export { LandingScreen as default } from '@/components/insight/landing/landing-screen'
