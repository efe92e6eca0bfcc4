import { memberPage } from '@/app/dashboard/member-page'

/** Built for the bench alone: what any page of the product costs before it asks for anything. */
export default memberPage(null, ({ member }) => <h1>{member.organizationName}</h1>)
