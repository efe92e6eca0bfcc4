type Found = { id: string; name: string; since: Date }
type Query = (sql: string, given: string[]) => Promise<{ rows: Found[] }>
export function findOrganization(query: Query, wanted: string): Promise<Found>
