import type { z } from 'zod'
import type { Answer, Readings } from './app'
import { ShopeeError } from './errors'

const problemOf = (error: z.ZodError) =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    .join('; ')

/** The used part of the answer, beside the answer. Invalid values stay out of the error. */
export function read<S extends z.ZodType, T = z.output<S>>(
  path: string,
  schema: S,
  raw: unknown,
  reshape: (value: z.output<S>) => T = (value) => value as T,
): Answer<T> {
  const result = schema.safeParse(raw)
  if (!result.success) throw new ShopeeError('unexpectedShape', path, { text: problemOf(result.error) })
  return { data: reshape(result.data), raw }
}

/** Each element by itself: one that cannot be read does not take the others with it. */
export function readEach<S extends z.ZodType, T = z.output<S>>(
  schema: S,
  elements: readonly unknown[],
  reshape: (value: z.output<S>) => T = (value) => value as T,
): Readings<T> {
  const readings: Readings<T> = { read: [], unreadable: [] }
  for (const raw of elements) {
    const result = schema.safeParse(raw)
    if (result.success) readings.read.push({ data: reshape(result.data), raw })
    else readings.unreadable.push({ raw, problem: problemOf(result.error) })
  }
  return readings
}
