import type { z } from 'zod'
import { UserError, type FieldErrors } from '../errors'

/** The input of a form, a program or a model, parsed; or a refusal with all its faults, by field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { issues } = result.error
  const fields: FieldErrors = {}
  for (const { path, message } of issues) (fields[path.join('.') || '_'] ??= []).push(message)
  const catalogued = issues.find((issue) => issue.code === 'custom' && issue.params?.error)
  throw new UserError(catalogued?.code === 'custom' ? catalogued.params!.error : 'invalidInput', { fields })
}
