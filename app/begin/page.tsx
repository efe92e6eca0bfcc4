import type { Metadata } from 'next'

export const metadata: Metadata = { alternates: { canonical: '/' } }

export { LandingScreen as default } from '@/components/landing/landing-screen'
