import { pageTitle } from '@/app/dashboard/page-title'
import { placeholderPage } from '@/app/dashboard/placeholder-page'

export const generateMetadata = pageTitle('companyOrders')

export default placeholderPage('companyOrders')
