/** What the build before a migration may still need: it goes on serving while the next one starts. */
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
const ADDS_COLUMN =
  /\bADD\s+(COLUMN\s+)?(IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE|VALUE)"?\w+"?\s+[^,]*/gi

const addsWithoutDefault = (statement: string) =>
  /^ALTER\s+TABLE/i.test(statement) &&
  [...statement.matchAll(ADDS_COLUMN)].some(
    ([added]) => /\bNOT\s+NULL\b/i.test(added) && !/\b(DEFAULT|GENERATED)\b/i.test(added),
  )

/** One that is made again answers who calls it by its name. */
const dropsFunction = (statement: string, script: string) => {
  const name = /^DROP\s+FUNCTION\s+(?:IF\s+EXISTS\s+)?"?(\w+)/i.exec(statement)?.[1]
  return name !== undefined && !new RegExp(`CREATE\\s+(OR\\s+REPLACE\\s+)?FUNCTION\\s+"?${name}\\b`, 'i').test(script)
}

/** Why, and from which version on nobody needs it any more. */
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

/** What of a script the build before it would not survive, where nothing says why it may go. */
export const findContractSteps = (script: string): string[] =>
  statementsOf(script).flatMap(({ comments, statement }) => {
    if (SAID.test(comments)) return []
    const found = STEPS.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    if (addsWithoutDefault(statement)) found.push('a column is added NOT NULL without a default')
    if (dropsFunction(statement, script)) found.push('a function is dropped')
    return found.map((what) => `${what}: ${statement.replace(/\s+/g, ' ').slice(0, 120)}`)
  })
