// The SQL that the sources send: each $queryRaw, $executeRaw, callGlobal and runAlone with the fragments that it is put together from.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { root } from '../data-folder.mjs'
import { declaredColumns } from './row-types.mjs'

const SENDERS = new Map([
  ['$queryRaw', 0],
  ['$executeRaw', 0],
  ['callGlobal', 0],
  ['runAlone', 1],
])
const nameOf = (node) => (ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '')

/**
 * Answers { path, line, texts, columns }: each text is one way in which the statement can be put together, none where
 * that cannot be read; columns as declaredColumns answers them.
 */
export function readStatements(files) {
  // The files that they import are read with them; no other file is needed.
  const sending = files.filter((file) => [...SENDERS.keys()].some((name) => readFileSync(file, 'utf8').includes(name)))
  const program = ts.createProgram(sending, { ...compilerOptions(), types: ['node'], noEmit: true })
  const checker = program.getTypeChecker()
  const reader = new Reader(checker)
  const results = []
  for (const file of program.getSourceFiles()) {
    if (!sending.includes(file.fileName)) continue
    const visit = (node) => {
      const sent = sentBy(node)
      if (sent) {
        const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
        const columns = declaredColumns(checker, node)
        results.push({ path: relative(root, file.fileName), line, texts: reader.textsOf(sent), columns })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return results
}

function compilerOptions() {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options
}

/**
 * The statement that a call sends to the database; a function that only passes its argument on is left to its callers.
 */
function sentBy(node) {
  if (ts.isTaggedTemplateExpression(node)) return SENDERS.has(nameOf(node.tag)) ? node : undefined
  if (!ts.isCallExpression(node) || !SENDERS.has(nameOf(node.expression))) return undefined
  return node.arguments[SENDERS.get(nameOf(node.expression))]
}

class Unreadable extends Error {}

class Reader {
  constructor(checker) {
    this.checker = checker
  }

  textsOf(node) {
    try {
      return this.sql(node, new Map()).map((parts) => numbered(parts))
    } catch (error) {
      if (error instanceof Unreadable) return []
      throw error
    }
  }

  isSql(node) {
    const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node))
    return (type.isUnion() ? type.types : [type]).some((one) => one.symbol?.name === 'Sql')
  }

  /** Each way to put a fragment together, as its texts with null for each value between them. */
  sql(node, known) {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.sql(node.expression, known)
    if (ts.isTaggedTemplateExpression(node)) return this.template(node.template, known)
    if (ts.isConditionalExpression(node)) return [...this.sql(node.whenTrue, known), ...this.sql(node.whenFalse, known)]
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...this.sql(node.left, known), ...this.sql(node.right, known)]
    if (ts.isPropertyAccessExpression(node) && nameOf(node) === 'empty') return [[]]
    if (ts.isCallExpression(node)) return this.call(node, known)
    if (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) return this.member(node, known)
    if (ts.isIdentifier(node)) return this.named(node, known)
    throw new Unreadable()
  }

  template(template, known) {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [[template.text]]
    const pieces = [[[template.head.text]]]
    for (const { expression, literal } of template.templateSpans)
      pieces.push(this.isSql(expression) ? this.sql(expression, known) : [[null]], [[literal.text]])
    return combine(pieces)
  }

  call(node, known) {
    const name = nameOf(node.expression)
    if (name === 'raw') return this.raw(node.arguments[0])
    if (name === 'join') return this.join(node, known)
    const made = this.functionOf(node.expression)
    if (!made) throw new Unreadable()
    const inner = new Map(known)
    made.parameters.forEach(({ name: parameter }, at) => {
      const argument = node.arguments[at]
      const symbol = ts.isIdentifier(parameter) && this.checker.getSymbolAtLocation(parameter)
      if (symbol && argument && this.isSql(argument)) inner.set(symbol, this.sql(argument, known))
    })
    return this.bodyOf(made, inner)
  }

  bodyOf(made, known) {
    if (!ts.isBlock(made.body)) return this.sql(made.body, known)
    const returns = []
    const visit = (node) => {
      if (ts.isReturnStatement(node)) returns.push(node.expression)
      else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
    }
    visit(made.body)
    if (returns.length === 0 || returns.includes(undefined)) throw new Unreadable()
    return returns.flatMap((one) => this.sql(one, known))
  }

  raw(argument) {
    const type = this.checker.getTypeAtLocation(argument)
    const literals = type.isUnion() ? type.types : [type]
    if (!literals.every((one) => one.isStringLiteral())) throw new Unreadable()
    return literals.map((one) => [one.value])
  }

  join(node, known) {
    const [list, separator] = node.arguments
    const between = separator && ts.isStringLiteralLike(separator) ? separator.text : separator ? undefined : ', '
    if (between === undefined) throw new Unreadable()
    const element = this.checker.getIndexTypeOfType(this.checker.getTypeAtLocation(list), ts.IndexKind.Number)
    if (element?.symbol?.name !== 'Sql') return [[null]]
    return this.list(list, between, known)
  }

  list(node, between, known) {
    if (ts.isIdentifier(node)) {
      const initializer = this.initializerOf(node)
      if (initializer) return this.list(initializer, between, known)
    }
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !node.elements.some(ts.isSpreadElement))
      return combine(node.elements.flatMap((one, at) => [...(at ? [[[between]]] : []), this.sql(one, known)]))
    if (ts.isCallExpression(node) && nameOf(node.expression) === 'map') {
      const made = this.functionOf(node.arguments[0])
      if (made) return this.bodyOf(made, known)
    }
    throw new Unreadable()
  }

  member(node, known) {
    const object = ts.isIdentifier(node.expression) && this.initializerOf(node.expression)
    const literal =
      object && (ts.isAsExpression(object) || ts.isSatisfiesExpression(object) ? object.expression : object)
    if (!literal || !ts.isObjectLiteralExpression(literal)) throw new Unreadable()
    const named = ts.isPropertyAccessExpression(node) && node.name.text
    const values = literal.properties.filter((one) => !named || one.name?.text === named)
    if (values.length === 0 || !values.every(ts.isPropertyAssignment)) throw new Unreadable()
    return values.flatMap(({ initializer }) => this.sql(initializer, known))
  }

  named(node, known) {
    const symbol = this.symbolOf(node)
    if (known.has(symbol)) return known.get(symbol)
    const initializer = this.initializerOf(node)
    if (!initializer) throw new Unreadable()
    return this.sql(initializer, known)
  }

  symbolOf(node) {
    const symbol = this.checker.getSymbolAtLocation(node)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
  }

  /** The initial value of a constant; a variable that is assigned more than once is not read. */
  initializerOf(node) {
    const declaration = this.symbolOf(node)?.valueDeclaration
    const isConstant =
      declaration &&
      ts.isVariableDeclaration(declaration) &&
      declaration.parent.flags & ts.NodeFlags.Const &&
      ts.isIdentifier(declaration.name)
    return isConstant ? declaration.initializer : undefined
  }

  functionOf(node) {
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node
    if (!ts.isIdentifier(node)) return undefined
    const declaration = this.symbolOf(node)?.valueDeclaration
    if (declaration && ts.isFunctionDeclaration(declaration)) return declaration.body && declaration
    const initializer = this.initializerOf(node)
    return initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? initializer
      : undefined
  }
}

/** Each alternative of each piece once, not each with each: as many texts as the piece with the most has. */
function combine(pieces) {
  const most = Math.max(...pieces.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) => pieces.flatMap((ways) => ways[at % ways.length]))
}

function numbered(parts) {
  let values = 0
  return parts.map((part) => part ?? `$${(values += 1)}`).join('')
}
