import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SuggestionScreen } from '@/components/catalog/purchases/suggestion-screen'
import { getSuggestionFor } from '@/lib/catalog/purchases/views'

export const generateMetadata = pageTitle('companySuggestion')

export default memberPage(
  'sheet.import',
  async ({ member, searchParams }) => <SuggestionScreen list={await getSuggestionFor(member, searchParams)} />,
  ['exports', 'purchases.fields', 'purchases.form', 'purchases.suggestion'],
)
