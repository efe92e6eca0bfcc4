import { z } from 'zod'

type Fields = { [name: string]: unknown }
type Json = { [key: string]: unknown }
const named = /^id$|Ids?$/

function pathsOf(schema: z.ZodType, isMeant: (node: Json, name: string) => boolean): string[] {
  const paths = new Set<string>()
  const visit = (node: Json, path: string[]): void => {
    for (const part of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const branch of (node[part] as Json[] | undefined) ?? []) visit(branch, path)
    for (const [key, field] of Object.entries((node.properties as Json | undefined) ?? {}))
      visit(field as Json, [...path, key])
    if (node.items) visit(node.items as Json, [...path, '0'])
    if (isMeant(node, path.filter((part) => part !== '0').at(-1) ?? '')) paths.add(path.join('.'))
  }
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...paths]
}

/** Where an input holds ids: fields of UUIDs, or called like an id. `lines.0.productId` stands for those of any line. */
export const idPaths = (schema: z.ZodType): string[] =>
  pathsOf(schema, ({ format, type }, name) => format === 'uuid' || (type === 'string' && named.test(name)))

/** Where an input holds text of any kind, also what has a form of its own, as days and ids. */
export const textPaths = (schema: z.ZodType): string[] => pathsOf(schema, ({ type }) => type === 'string')

export const valueAt = (input: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Fields | undefined)?.[key], input)

export function withValueAt(input: object, path: string, value: unknown): object {
  const [key, ...deeper] = path.split('.') as [string, ...string[]]
  // Only what lies on the way is copied: a file would not survive a clone of the whole.
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Fields
  copy[key] = deeper.length > 0 ? withValueAt(copy[key] as object, deeper.join('.'), value) : value
  return copy
}
