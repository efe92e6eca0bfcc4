import { z } from 'zod'
import { newId } from '@/lib/core/ids'

type Json = { [key: string]: unknown }

const FORMED: Record<string, () => string> = {
  uuid: newId,
  email: () => `${newId()}@example.com`,
  uri: () => 'https://x.example',
}

function valueFor(node: Json): unknown {
  const [branch] = ((node.anyOf ?? node.oneOf ?? []) as Json[]).filter(({ type }) => type !== 'null')
  if (branch) return valueFor(branch)
  if (Array.isArray(node.enum)) return node.enum[0]
  if ('const' in node) return node.const
  if (node.type === 'string') return FORMED[String(node.format)]?.() ?? 'um caminho comprido de terra'
  if (node.type === 'object')
    return Object.fromEntries(
      Object.entries((node.properties as { [key: string]: Json } | undefined) ?? {}).map(([key, field]) => [
        key,
        valueFor(field),
      ]),
    )
  return node.type === 'array' ? [] : node.type === 'boolean' ? true : 1
}

/** An input of the shape that is asked for, about nothing in particular. */
export const anyInput = (schema: z.ZodType) =>
  valueFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json) as object
