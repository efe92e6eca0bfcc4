export { LandingScreen as default } from '@/components/insight/landing/landing-screen'
