import { z } from 'zod'

/**
 * Readers for the platform's real answers: numbers as text, text as lists, null or "" or "-" or nothing for a missing
 * value, a list where one object is documented. An unreadable value is null, never a guess.
 */
const BLANK = ['', '-', 'N/A']
const LARGEST_CENTS = 10n ** 18n
/** Seconds past this are milliseconds: a few fields come so. */
const LATEST_SECONDS = 100_000_000_000
const SECOND_MS = 1000

function scalarOf(value: unknown): string | null {
  if (Array.isArray(value)) return scalarOf(value.find((one) => one !== null && one !== ''))
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return BLANK.includes(text) ? null : text
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** From a decimal amount, as number or text, by its decimal notation; half a cent goes away from zero. */
export function centsOf(value: unknown): bigint | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(scalarOf(value) ?? '') ?? []
  if (sign === undefined || whole.length + fraction.length > 400) return null
  const digits = BigInt(whole + fraction)
  const places = 2 - fraction.length + Number(exponent)
  const unit = 10n ** BigInt(Math.abs(places))
  const cents = places >= 0 ? digits * unit : (digits * 2n + unit) / (unit * 2n)
  if (cents > LARGEST_CENTS) return null
  return sign === '-' ? -cents : cents
}

const numberOf = (value: unknown): number | null => {
  const text = scalarOf(value)
  const number = text !== null && DECIMAL.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : null
}

const integerOf = (value: unknown): number | null => {
  const number = numberOf(value)
  return number !== null && Number.isSafeInteger(number) ? number : null
}

const idOf = (value: unknown): string | null => {
  const text = scalarOf(value)
  return text !== null && /^\d{1,20}$/.test(text) ? BigInt(text).toString() : null
}

function timeOf(value: unknown): Date | null {
  const seconds = numberOf(value) ?? 0
  if (seconds <= 0 || seconds > LATEST_SECONDS * SECOND_MS) return null
  return new Date(seconds > LATEST_SECONDS ? seconds : seconds * SECOND_MS)
}

const reader = <T>(read: (value: unknown) => T) => z.unknown().transform(read)
const required = <T>(read: (value: unknown) => T | null, what: string) =>
  z.unknown().transform((value, context): T => {
    const result = read(value)
    if (result !== null) return result
    context.addIssue({ code: 'custom', message: `needs ${what}` })
    return z.NEVER
  })

/** Text, or null where it is blank. */
export const text = reader(scalarOf)
export const words = reader((value) => scalarOf(value) ?? '')
export const key = required(scalarOf, 'text')
/** Digits of an id of up to 64 bits; 0 means none. */
export const id = reader((value) => {
  const result = idOf(value)
  return result === '0' ? null : result
})
export const requiredId = required(idOf, 'an id')
/** The id of a model: 0 is the item without variations. */
export const idOrZero = reader((value) => idOf(value) ?? '0')
export const integer = reader(integerOf)
/** Counts and the like are kept as int4. */
const LARGEST_COUNT = 2 ** 31 - 1
export const count = reader((value) => Math.min(LARGEST_COUNT, Math.max(0, integerOf(value) ?? 0)))
/** A number of the platform's own for something, or null for what none can be. */
export const smallInteger = reader((value) => {
  const result = integerOf(value)
  return result !== null && Math.abs(result) <= LARGEST_COUNT ? result : null
})
export const decimal = reader(numberOf)
export const flag = reader((value) => ['true', '1'].includes((scalarOf(value) ?? '').toLowerCase()))
export const time = reader(timeOf)
export const requiredTime = required(timeOf, 'a time')
export const cents = reader(centsOf)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const firstObject = (value: unknown) => (Array.isArray(value) ? value.find(isPlain) : value)

/** An object whose absent fields read as blank ones; what it does not name is left out. */
export const fields = <S extends z.core.$ZodLooseShape>(shape: S) => {
  const names = Object.keys(shape)
  return z.preprocess((value) => {
    const object = firstObject(value)
    return isPlain(object) ? Object.fromEntries(names.map((name) => [name, object[name] ?? null])) : object
  }, z.object(shape))
}

/** As fields, with what it does not name as it came, under `rest`. */
export const fieldsAndRest = <S extends z.core.$ZodLooseShape>(shape: S) => {
  const names = Object.keys(shape)
  return z.preprocess(
    (value) => {
      const object = firstObject(value)
      if (!isPlain(object)) return object
      const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
      return { ...Object.fromEntries(names.map((name) => [name, object[name] ?? null])), rest }
    },
    z.object({ ...shape, rest: z.record(z.string(), z.unknown()) }),
  )
}

/** An object that may be missing. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isPlain(firstObject(value)) ? value : null), schema.nullable())

const listed = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.filter((one) => one !== null && one !== undefined)
  return isPlain(value) ? [value] : []
}

/** A list that may be missing, or be its only element. */
export const list = <S extends z.ZodType>(schema: S) => z.preprocess(listed, z.array(schema))
/** A list that says nothing where it is empty: what was known before must not be taken for gone. */
export const filled = <S extends z.ZodType>(schema: S) => z.preprocess(listed, z.array(schema).min(1))
/** As list, without the elements that cannot be read: one of them does not take the others with it. */
export const readable = <S extends z.ZodType>(schema: S) =>
  z.unknown().transform((value): z.output<S>[] =>
    listed(value).flatMap((one) => {
      const result = schema.safeParse(one)
      return result.success ? [result.data] : []
    }),
  )
/** A list of words; a lone word counts as a list of one. */
export const wordList = reader((value) =>
  (Array.isArray(value) ? value : [value]).map(scalarOf).filter((one): one is string => one !== null),
)
