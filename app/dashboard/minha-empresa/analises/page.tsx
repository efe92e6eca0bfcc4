import { pageTitle } from '@/app/dashboard/page-title'
import { placeholderPage } from '@/app/dashboard/placeholder-page'

export const generateMetadata = pageTitle('companyAnalytics')

export default placeholderPage('companyAnalytics')
