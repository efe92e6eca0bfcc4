import { pageTitle } from '@/app/dashboard/page-title'
import { placeholderPage } from '@/app/dashboard/placeholder-page'

export const generateMetadata = pageTitle('companyHub')

export default placeholderPage('companyHub')
