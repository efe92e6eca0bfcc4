// Reads SQL as text: which statements a script has, and which object each one is about.

/** Where something that begins at `at` ends: a string, a quoted name, a body between dollars, a comment. Nothing begins elsewhere. */
function endOfToken(text, at) {
  const rest = text.slice(at)
  if (rest.startsWith('--')) return at + (rest.indexOf('\n') < 0 ? rest.length : rest.indexOf('\n'))
  if (rest.startsWith('/*')) return at + rest.indexOf('*/') + 2
  if (rest[0] === "'" || rest[0] === '"')
    return at + new RegExp(`^${rest[0]}(?:[^${rest[0]}]|${rest[0]}{2})*${rest[0]}`).exec(rest)[0].length
  const dollars = /^\$\w*\$/.exec(rest)?.[0]
  return dollars ? at + rest.indexOf(dollars, dollars.length) + dollars.length : at + 1
}

/** The statements of a script, each with the comments above it. */
export function splitStatements(script) {
  const statements = []
  let start = 0
  for (let at = 0; at < script.length;) {
    if (script[at] !== ';') {
      at = endOfToken(script, at)
      continue
    }
    statements.push(script.slice(start, at + 1))
    at += 1
    start = at
  }
  return [...statements, script.slice(start)]
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

/** What a statement is about, as `{ kind, name, table }`; null where it is of no such kind. */
export function aboutOf(sql) {
  for (const [kind, pattern] of KINDS) {
    const found = pattern.exec(sql)
    if (found) return { kind, name: bare(found[1] ?? ''), ...(found[2] && { table: bare(found[2]) }) }
  }
  return null
}

/** One text for what is about the same object. */
export const keyOf = ({ kind, name, table }) => (table ? `${kind} ${name} on ${table}` : `${kind} ${name}`)
