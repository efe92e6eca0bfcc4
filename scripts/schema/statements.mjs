// Reads SQL as text: which statements a script has, and which object each one is about.

/** A comment, a text, a quoted name, a body between dollars, the end of a statement, or what stands between them. */
const TOKEN = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|;|[^-/'"$;]+|[^]/g

/** The statements of a script, each with the comments above it. */
export function splitStatements(script) {
  const statements = ['']
  for (const [token] of script.matchAll(TOKEN)) {
    statements[statements.length - 1] += token
    if (token === ';') statements.push('')
  }
  return statements
    .map((text) => {
      const [, comments, sql] = /^((?:\s|--.*(?:\n|$))*)([^]*)$/.exec(text)
      return { comments: comments.trim(), sql: sql.trim() }
    })
    .filter(({ sql }) => sql)
}

const bare = (name) => name.replaceAll('"', '')

/** The kinds of statements that a file beside its caller may hold. */
const KINDS = [
  ['function', /^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) ("?\w+"?)\s*\(/i],
  ['function', /^(?:REVOKE|GRANT)\s[^;]*?\sON (?:FUNCTION|PROCEDURE) ("?\w+"?)/i],
  ['function', /^(?:ALTER|DROP|COMMENT ON) (?:FUNCTION|PROCEDURE) (?:IF EXISTS )?("?\w+"?)/i],
  ['trigger', /^CREATE OR REPLACE (?:CONSTRAINT )?TRIGGER ("?\w+"?)[^;]*?\sON ("?\w+"?)/i],
  ['trigger', /^DROP TRIGGER (?:IF EXISTS )?("?\w+"?) ON ("?\w+"?)/i],
  ['policy', /^(?:CREATE|ALTER) POLICY ("?\w+"?) ON ("?\w+"?)/i],
  ['policy', /^DROP POLICY (?:IF EXISTS )?("?\w+"?) ON ("?\w+"?)/i],
  ['worker', /^(?:GRANT|REVOKE) CREATE ON SCHEMA public (?:TO|FROM) mascate_worker/i],
  ['sequence', /^(?:REVOKE|GRANT)\s[^;]*?\sON SEQUENCE ("?\w+"?)/i],
  ['table', /^(?:REVOKE|GRANT)\s[^;]*?\sON (?:TABLE )?("?\w+"?)/i],
  ['table', /^ALTER TABLE ("?\w+"?) (?:ENABLE|FORCE|NO FORCE|DISABLE) ROW LEVEL SECURITY/i],
]

/** The object of a statement, as `{ kind, name, table }`; null where it is of no such kind. */
export function aboutOf(sql) {
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(sql)
    if (match) return { kind, name: bare(match[1] ?? ''), ...(match[2] && { table: bare(match[2]) }) }
  }
  return null
}

/** One text for what is about the same object. */
export const keyOf = ({ kind, name, table }) => (table ? `${kind} ${name} on ${table}` : `${kind} ${name}`)
