import { z } from 'zod'

type ToolSchema = { type: 'object'; [key: string]: unknown }

// Made once: a question to a model names every tool.
const made = new WeakMap<z.ZodObject, ToolSchema>()

/** The input schema of a tool, as models and programs read it. */
export function jsonSchemaOf(schema: z.ZodObject): ToolSchema {
  const known = made.get(schema)
  if (known) return known
  const written = z.toJSONSchema(schema.strict(), { io: 'input' }) as ToolSchema
  made.set(schema, written)
  return written
}
