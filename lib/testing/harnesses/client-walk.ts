import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import messages from '../../../messages/pt-BR.json'

const root = resolve(__dirname, '../../..')

type Import = { path: string; names: string[] }
type Source = {
  directive: string | undefined
  imports: Import[]
  /** The argument of useTranslations; undefined where that is no plain text. */
  namespaces: (string | undefined)[]
  /** Other texts that are the path of a message: fields' refusals, what useMessage is given. */
  paths: string[]
  /** The provided namespaces: `namespaces={[…]}` of an AreaMessages, or the list that a page's wrapper is given. */
  provided: string[]
  /** Its top-level statements by the names they declare. */
  declared: Map<string, { text: string; paths: string[] }>
  /** Components that it shows outside its AreaMessages. */
  outside: Set<string>
  /** In which elements outside of it its children stand. */
  childrenIn: Set<string>
}

const sources = new Map<string, Source>()

export const has = (path: string) => {
  let at: unknown = messages
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return true
}

export function readSource(path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const first = file.statements[0]
  const source: Source = {
    directive: first && ts.isExpressionStatement(first) ? literal(first.expression) : undefined,
    imports: [],
    namespaces: [],
    paths: [],
    provided: [],
    declared: new Map(),
    outside: new Set(),
    childrenIn: new Set(),
  }
  sources.set(path, source)
  for (const statement of file.statements) {
    const before = source.paths.length
    visit(statement, path, source, false)
    const declared = { text: statement.getText(), paths: source.paths.slice(before) }
    for (const name of namesOf(statement)) source.declared.set(name, declared)
  }
  return source
}

const namesOf = (statement: ts.Statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText())
    : ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
      ? [statement.name?.text ?? 'default']
      : []

function visit(node: ts.Node, path: string, source: Source, inArea: boolean): void {
  if (ts.isImportDeclaration(node)) return addImport(node, path, source)
  // A module named by a type alone needs no text.
  if (ts.isTypeNode(node)) return
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly)
    addPath(source, path, literal(node.moduleSpecifier), [])
  if (ts.isCallExpression(node)) {
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) addPath(source, path, literal(node.arguments[0]), [])
    const called = ts.isIdentifier(node.expression) ? node.expression.text : ''
    if (called === 'useTranslations') source.namespaces.push(node.arguments[0] ? literal(node.arguments[0]) : '')
    if (called === 'useTranslations' || called === 'getTranslations') return
    if (/^[a-z]\w*Page$/.test(called)) source.provided.push(...node.arguments.flatMap(listed))
  }
  const text = literal(node)
  if (text?.includes('.') && has(text)) source.paths.push(text)
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
    const name = node.tagName.getText()
    if (name !== 'AreaMessages' && !inArea) source.outside.add(name)
    for (const attribute of node.attributes.properties)
      if (name === 'AreaMessages' && ts.isJsxAttribute(attribute) && attribute.name.getText() === 'namespaces')
        source.provided.push(...listed((attribute.initializer as ts.JsxExpression).expression))
  }
  if (ts.isJsxExpression(node) && node.expression?.getText() === 'children' && !inArea)
    source.childrenIn.add(ts.isJsxElement(node.parent) ? node.parent.openingElement.tagName.getText() : '')
  const within = inArea || (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'AreaMessages')
  ts.forEachChild(node, (child) => visit(child, path, source, within))
}

const literal = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined)
const listed = (node: ts.Node | undefined) =>
  node && ts.isArrayLiteralExpression(node) ? node.elements.map((element) => literal(element) ?? '?') : []

function addImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, path: string, source: Source) {
  if (importClause?.isTypeOnly) return
  const { name, namedBindings } = importClause ?? {}
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : []
  const values = named.filter((element) => !element.isTypeOnly).map((element) => element.name.text)
  if (named.length > 0 && values.length === 0 && !name) return
  addPath(source, path, literal(moduleSpecifier), name ? [name.text, ...values] : values)
}

function addPath(source: Source, from: string, specifier: string | undefined, names: string[]) {
  if (!specifier || !/^[@.]\.?\//.test(specifier)) return
  const path = fileAt(specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(from), specifier))
  if (path) source.imports.push({ path, names })
}

const files = new Map<string, string | undefined>()
function fileAt(base: string): string | undefined {
  if (!files.has(base)) {
    const isFile = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile()
    const candidates = [base, `${base}.ts`, `${base}.tsx`].filter((path) => /\.tsx?$/.test(path))
    files.set(base, candidates.find(isFile))
  }
  return files.get(base)
}

/** The namespace that the browser needs, and the file which first asks for it. */
export type Needs = Map<string, string>

const found = new Map<string, Needs>()

/** The needs of the client components that are reached from these files of the server, through all imports. */
export function findNeeds(paths: string[]): Needs {
  const key = paths.join(' ')
  const known = found.get(key) ?? walkFrom(paths)
  found.set(key, known)
  return known
}

function walkFrom(paths: string[]): Needs {
  const needs: Needs = new Map()
  const seen = new Set<string>()
  const need = (namespace: string, path: string) => needs.has(namespace) || needs.set(namespace, path)
  const walk = (path: string, inBrowser: boolean) => {
    const source = readSource(path)
    const client = inBrowser || source.directive === 'use client'
    if (seen.has(`${path} ${client}`)) return
    seen.add(`${path} ${client}`)
    if (client) for (const namespace of source.namespaces) if (namespace !== '') need(namespace ?? '?', path)
    if (client || path.startsWith('components/')) for (const message of source.paths) need(areaOf(message), path)
    for (const imported of source.imports)
      if (readSource(imported.path).directive === 'use server') walkAction(imported, dirname(imported.path))
      else walk(imported.path, client)
  }
  // An action names the fields that it refuses by their messages: in what it uses of its own domain's files.
  const walkAction = ({ path, names }: Import, domain: string) => {
    const { declared, imports } = readSource(path)
    for (const name of names) {
      if (seen.has(`${path} ${name}`)) continue
      seen.add(`${path} ${name}`)
      const { text, paths: named } = declared.get(name) ?? { text: '', paths: [] }
      for (const message of named) if (/^\w+\.fields\./.test(message)) need(areaOf(message), path)
      const used = (other: string) => new RegExp(`\\b${other}\\b`).test(text)
      walkAction({ path, names: [...declared.keys()].filter(used) }, domain)
      for (const imported of imports)
        if (dirname(imported.path) === domain)
          walkAction({ path: imported.path, names: imported.names.filter(used) }, domain)
    }
  }
  for (const path of paths) walk(path, false)
  return needs
}

const areaOf = (message: string) => message.split('.').slice(0, 2).join('.')

/** Whether one of them is the namespace itself or a whole that it is part of. */
export const covers = (provided: readonly string[], namespace: string) =>
  provided.some((whole) => `${namespace}.`.startsWith(`${whole}.`))
