/** Things that the build before a migration may still need: it goes on serving while the next one starts. */
const STEPS: [string, RegExp][] = [
  ['a table is dropped', /^DROP\s+TABLE/i],
  ['a view is dropped', /^DROP\s+(MATERIALIZED\s+)?VIEW/i],
  ['a type is dropped', /^DROP\s+TYPE/i],
  [
    'a column is dropped',
    /^ALTER\s+TABLE.*\bDROP\s+(COLUMN\b|(?!CONSTRAINT|DEFAULT|NOT|EXPRESSION|IDENTITY)"?\w+"?\s*(,|CASCADE|$))/is,
  ],
  ['something is renamed', /^ALTER\s+(TABLE|VIEW|FUNCTION|INDEX|TYPE)\b.*\bRENAME\b(?!\s+CONSTRAINT)/is],
  ['a column becomes NOT NULL', /^ALTER\s+TABLE.*\bSET\s+NOT\s+NULL/is],
  ['a column changes its type', /^ALTER\s+TABLE.*\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/is],
  ['a right is taken', /^REVOKE\b(?!.*\bFROM\s+PUBLIC\b)(?!.*\bON\s+SCHEMA\b)/is],
]
/** Not where the table is made by the same migration. */
const OF_KNOWN_TABLES: [string, RegExp][] = [
  ['a unique index is made', /^CREATE\s+UNIQUE\s+INDEX/i],
  [
    'a constraint is added',
    /^ALTER\s+TABLE.*\bADD\s+(CONSTRAINT|CHECK|FOREIGN\s+KEY|PRIMARY\s+KEY|UNIQUE|EXCLUDE)\b/is,
  ],
  ['a constraint is dropped', /^ALTER\s+TABLE.*\bDROP\s+CONSTRAINT/is],
  ['an index is dropped', /^DROP\s+INDEX/i],
  ['a default is dropped', /^ALTER\s+TABLE.*\bDROP\s+DEFAULT/is],
  ['rows are taken away', /^TRUNCATE\b/i],
]
/**
 * Writes wait while a table's index is built, and everything waits where one is dropped: no reason shortens that, so
 * none is required.
 */
const LOCKS: [string, RegExp][] = [
  ['an index is built while writes wait', /^CREATE\s+(UNIQUE\s+)?INDEX\b(?!\s+CONCURRENTLY\b)/i],
  ['an index is dropped while reads wait', /^DROP\s+INDEX\b(?!\s+CONCURRENTLY\b)/i],
]
const ADDS_COLUMN =
  /\bADD\s+(COLUMN\s+)?(IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE|VALUE)"?\w+"?\s+[^,]*/gi

const addsWithoutDefault = (statement: string) =>
  /^ALTER\s+TABLE/i.test(statement) &&
  [...statement.matchAll(ADDS_COLUMN)].some(
    ([added]) => /\bNOT\s+NULL\b/i.test(added) && !/\b(DEFAULT|GENERATED)\b/i.test(added),
  )

/** The function that a statement makes or drops: its name and arguments. */
function readFunction(statement: string): { name: string; types: string[]; needed: number } | undefined {
  const head = /^(?:DROP|CREATE(?:\s+OR\s+REPLACE)?)\s+FUNCTION\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?\s*(\()?/i.exec(statement)
  if (!head) return undefined
  const list = head[2] ? upToClosing(statement.slice(head[0].length)) : ''
  const taken = splitOutside(list).filter((one) => one && !/^(OUT|TABLE)\b/i.test(one))
  return { name: head[1]!, types: taken.map(typeOf), needed: taken.filter((one) => !/\bDEFAULT\b|=/i.test(one)).length }
}

function upToClosing(text: string): string {
  let depth = 1
  for (const [i, sign] of [...text].entries()) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth === 0) return text.slice(0, i)
  }
  return text
}

/** By the commas that stand in no brackets. */
const splitOutside = (list: string) => list.split(/,(?![^(]*\))/).map((one) => one.trim())

const TWO_WORDS =
  /^(double precision|character varying|timestamp with|timestamp without|time with|time without|bit varying)\b/
const ALIASES: Record<string, string> = {
  integer: 'int',
  int4: 'int',
  int8: 'bigint',
  bool: 'boolean',
  timestamptz: 'timestamp with time zone',
}

/** The type of an argument without its name, mode and default. */
function typeOf(argument: string): string {
  const words = argument
    .toLowerCase()
    .replace(/"|\s*\([^)]*\)/g, '')
    .replace(/\s*(\bdefault\b|:?=).*$/s, '')
    .replace(/^(in|inout|variadic)\s+/, '')
    .trim()
  const type = TWO_WORDS.test(words) || !/\s/.test(words) ? words : words.replace(/^\S+\s+/, '')
  return ALIASES[type] ?? type
}

/** One that is made again answers who calls it as before: with the same arguments, or with more that need not be given. */
function endsFunction(statement: string, others: string[]): string | undefined {
  const dropped = /^DROP\s+FUNCTION/i.test(statement) ? readFunction(statement) : undefined
  if (!dropped) return undefined
  const made = others
    .filter((other) => /^CREATE\b/i.test(other))
    .flatMap((other) => readFunction(other) ?? [])
    .filter(({ name }) => name === dropped.name)
  if (made.length === 0) return 'a function is dropped'
  const fits = made.filter(
    ({ types, needed }) => needed <= dropped.types.length && dropped.types.every((type, i) => type === types[i]),
  )
  if (fits.length === 0) return 'a function is called otherwise'
  // With the same arguments it need not have been dropped, but for what it gives.
  return fits.some(({ types }) => types.length > dropped.types.length) ? undefined : 'a function may answer otherwise'
}

const POLICY = /^(?:DROP|CREATE)\s+POLICY\s+(?:IF\s+EXISTS\s+)?("?\w+"?\s+ON\s+"?\w+)/i

const dropsPolicy = (statement: string, others: string[]) =>
  /^DROP\s+POLICY/i.test(statement) &&
  !others.some((other) => /^CREATE\s+POLICY/i.test(other) && POLICY.exec(other)?.[1] === POLICY.exec(statement)?.[1])

/** Whether its function refuses or skips a row; a function that is not made here counts as unknown. */
function triggerRefuses(statement: string, script: string): boolean {
  const called =
    /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b.*\bEXECUTE\s+(?:FUNCTION|PROCEDURE)\s+"?(\w+)/is.exec(
      statement,
    )
  if (!called) return false
  const body = new RegExp(`FUNCTION\\s+"?${called[1]}"?\\s*\\([\\s\\S]*?\\$(\\w*)\\$([\\s\\S]*?)\\$\\1\\$`, 'i').exec(
    script,
  )?.[2]
  if (body === undefined) return true
  const passesOver = /\bBEFORE\b/i.test(statement) && /\bRETURN\s+NULL\b/i.test(body)
  return passesOver || /\bRAISE\s+(EXCEPTION\b|SQLSTATE\b|')/i.test(body)
}

/** Whether a statement is about a table that the build before cannot know. */
const isOfNewTable = (statement: string, others: string[]) => {
  const table = /\b(?:TABLE|ON|TRUNCATE)\s+(?:TABLE\s+)?(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?"?(\w+)/i.exec(statement)?.[1]
  return (
    table !== undefined &&
    others.some((other) => /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/i.exec(other)?.[1] === table)
  )
}

/** The reason, and the version from which on it is no longer needed. */
const SAID = /--\s*contract:\s*\S.{8,},\s*from\s+\S+/i

/** The statements of a script, each with the comments before it; the bodies of functions are left out. */
function statementsOf(script: string): { comments: string; statement: string }[] {
  const withoutBodies = script.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$').replace(/'(?:[^']|'')*'/g, "''")
  const statements = []
  let comments = ''
  let statement = ''
  for (const line of withoutBodies.split('\n')) {
    const [, code = '', comment = ''] = /^(.*?)(--.*)?$/.exec(line) ?? []
    comments += comment ? `${comment}\n` : ''
    const parts = code.split(';')
    for (const [i, part] of parts.entries()) {
      statement += `${part} `
      if (i === parts.length - 1) continue
      statements.push({ comments, statement: statement.trim() })
      ;[comments, statement] = ['', '']
    }
  }
  return [...statements, { comments, statement: statement.trim() }].filter((one) => one.statement !== '')
}

/** The steps of a script that the build before it would not survive, where no reason is stated. */
export const findContractSteps = (script: string): string[] => {
  const all = statementsOf(script)
  const others = all.map(({ statement }) => statement)
  const report = (statement: string, results: string[]) =>
    results.map((what) => `${what}: ${statement.replace(/\s+/g, ' ').slice(0, 120)}`)
  return all.flatMap(({ comments, statement }) => {
    const isNew = isOfNewTable(statement, others)
    const locks = isNew ? [] : LOCKS
    const locking = locks.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    if (SAID.test(comments)) return report(statement, locking)
    const matches = STEPS.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    if (addsWithoutDefault(statement)) matches.push('a column is added NOT NULL without a default')
    const ended = endsFunction(statement, others)
    if (ended) matches.push(ended)
    if (!isNew) {
      matches.push(...OF_KNOWN_TABLES.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what))
      if (dropsPolicy(statement, others)) matches.push('a policy is dropped')
      if (triggerRefuses(statement, script)) matches.push('a trigger may refuse a row')
    }
    return report(statement, [...matches, ...locking])
  })
}
