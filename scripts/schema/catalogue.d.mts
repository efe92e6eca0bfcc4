import type { ClientBase } from 'pg'
export type Catalogue = Map<string, string>
export function readCatalogue(client: ClientBase): Promise<Catalogue>
export function compareCatalogues(one: Catalogue, other: Catalogue, names?: [string, string]): string[]
