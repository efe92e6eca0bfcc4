// Whether a row as the sources declare it ($queryRaw<Row[]>) is the row that PostgreSQL answers.
import ts from 'typescript'

const NUMBERS = ['int2', 'int4', 'float4', 'float8', 'oid']
const DATES = ['date', 'timestamp', 'timestamptz', 'time']
const JSON = ['json', 'jsonb']

/**
 * The columns that a call's type argument declares, as { name, kinds, isOptional }: `kinds` has what the property may be
 * ('number', 'string[]', 'json' for an object). Undefined where the call declares no row or one without fixed names.
 */
export function declaredColumns(checker, call) {
  const [argument] = call.typeArguments ?? []
  if (!argument) return undefined
  const row = rowOf(checker, checker.getTypeFromTypeNode(argument))
  if (!row || row.flags & ts.TypeFlags.Any || row.flags & ts.TypeFlags.Unknown || row.isTypeParameter())
    return undefined
  if (row.flags & ts.TypeFlags.NonPrimitive || checker.getIndexInfosOfType(row).length > 0) return undefined
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    return {
      name: property.name,
      kinds: kindsOf(checker, type),
      isOptional: Boolean(property.flags & ts.SymbolFlags.Optional),
    }
  })
}

/** callGlobal and runAlone declare the row, $queryRaw its list. */
function rowOf(checker, type) {
  if (checker.isTupleType(type) || checker.isArrayType(type)) return checker.getTypeArguments(type)[0]
  return type
}

function kindsOf(checker, type) {
  const types = type.isUnion() ? type.types : [type]
  return [...new Set(types.flatMap((one) => kindOf(checker, one)))]
}

function kindOf(checker, type) {
  const { flags } = type
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return []
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return ['any']
  if (flags & ts.TypeFlags.StringLike) return ['string']
  if (flags & ts.TypeFlags.NumberLike) return ['number']
  if (flags & ts.TypeFlags.BigIntLike) return ['bigint']
  if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
  if (flags & ts.TypeFlags.Intersection) return kindOf(checker, type.types[0])
  const name = type.symbol?.name
  if (name === 'Date') return ['date']
  if (name === 'Decimal') return ['decimal']
  if (name === 'Uint8Array' || name === 'Buffer') return ['bytes']
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type)
    return [...kindsOf(checker, element).map((kind) => `${kind}[]`), ...(isJson(checker, type) ? ['json'] : [])]
  }
  return [isJson(checker, type) ? 'json' : 'object with a date or bigint']
}

/** JSON has neither dates nor bigints: a property of an answered object that is declared as one never is. */
function isJson(checker, type, seen = new Set()) {
  if (seen.has(type)) return true
  seen.add(type)
  if (type.isUnion() || type.isIntersection()) return type.types.every((one) => isJson(checker, one, seen))
  if (type.flags & ts.TypeFlags.BigIntLike) return false
  if (!(type.flags & ts.TypeFlags.Object)) return true
  if (type.symbol?.name === 'Date') return false
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type).every((one) => isJson(checker, one, seen))
  return checker.getPropertiesOfType(type).every((one) => isJson(checker, checker.getTypeOfSymbol(one), seen))
}

/** The kind that Prisma makes of a value of PostgreSQL's type `typname`. */
function answeredKind(typname) {
  if (typname.startsWith('_')) return `${answeredKind(typname.slice(1))}[]`
  if (NUMBERS.includes(typname)) return 'number'
  if (DATES.includes(typname)) return 'date'
  if (JSON.includes(typname)) return 'json'
  return { int8: 'bigint', numeric: 'decimal', bool: 'boolean', bytea: 'bytes', void: 'void' }[typname] ?? 'string'
}

/** A sentence for each declared column that is not answered, or not as it is declared. `answered` maps names to type names. */
export function compareRow(declared, answered) {
  return declared.flatMap(({ name, kinds, isOptional }) => {
    const typname = answered.get(name)
    if (!typname) return isOptional ? [] : [`the row declares "${name}", which is not answered`]
    const kind = answeredKind(typname)
    if (kinds.includes(kind) || kinds.includes('any') || (kind.endsWith('[]') && kinds.includes('any[]'))) return []
    // A value of JSON may be anything that JSON has.
    if (kind === 'json' && kinds.some((one) => ['string', 'number', 'boolean'].includes(one))) return []
    return [`the row declares "${name}" as ${kinds.join(' or ') || 'null'}, and ${typname} is answered as ${kind}`]
  })
}
