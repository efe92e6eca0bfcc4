// The project's own lint rules. Each has a planted violation in scripts/rules.test.ts.
import { moneyPaths } from './money-paths.mjs'
import { plainEnglishFaults, proseOfComments } from './plain-words.mjs'

const LETTER_CHARACTER = /\p{L}/u
const READ_ALOUD =
  /^(title|alt|placeholder|label|hint|text|description|message|confirmLabel|cancelLabel|emptyText|aria-(label|description|roledescription|placeholder|valuetext))$/

// Keys are called the same in both languages.
const hasWords = (text) => LETTER_CHARACTER.test(text.replace(/\b(Ctrl|Cmd|Esc|Enter)(\+\w)?\b/g, ''))

const isWritten = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'string' && hasWords(node.value)) ||
  (node?.type === 'TemplateLiteral' && node.quasis.some(({ value }) => hasWords(value.raw)))

function writtenIn(node) {
  if (!node) return []
  if (isWritten(node)) return [node]
  if (node.type === 'ConditionalExpression') return [...writtenIn(node.consequent), ...writtenIn(node.alternate)]
  if (node.type === 'LogicalExpression') return writtenIn(node.right)
  return []
}

const isCode = (element) => ['script', 'style'].includes(element.openingElement?.name.name)

const noLiteralText = {
  meta: { type: 'problem', schema: [], messages: { literal: 'Text that people read goes through t().' } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'literal' })
    return {
      JSXText: (node) => hasWords(node.value) && report(node),
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer': (node) =>
        isCode(node.parent) || writtenIn(node.expression).forEach(report),
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        if (!READ_ALOUD.test(name)) return
        const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
        writtenIn(value).forEach(report)
      },
    }
  },
}

const WRAPPERS = ['memberAction', 'publicAction']

const onlyWrappedActions = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      directive: "actions.ts begins with 'use server'.",
      wrapped: `Only ${WRAPPERS.join('(…) or ')}(…) may be exported from actions.ts: anything else is a door without a guard.`,
    },
  },
  create(context) {
    const isWrapped = ({ init }) => init?.type === 'CallExpression' && WRAPPERS.includes(init.callee.name)
    return {
      Program(node) {
        if (node.body[0]?.directive !== 'use server') context.report({ node, messageId: 'directive' })
      },
      'ExportAllDeclaration, ExportDefaultDeclaration'(node) {
        context.report({ node, messageId: 'wrapped' })
      },
      ExportNamedDeclaration(node) {
        if (node.exportKind === 'type') return
        const { declaration } = node
        if (declaration?.type !== 'VariableDeclaration' || !declaration.declarations.every(isWrapped))
          context.report({ node, messageId: 'wrapped' })
      },
    }
  },
}

const kebabCaseFiles = {
  meta: { type: 'problem', schema: [], messages: { name: '"{{name}}" is not kebab-case.' } },
  create(context) {
    return {
      Program(node) {
        const name = context.filename.split(/[\\/]/).at(-1)
        if (!/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name))
          context.report({ node, messageId: 'name', data: { name } })
      },
    }
  },
}

/** Refuses what a selector finds (https://eslint.org/docs/latest/extend/selectors). */
const refuse = (...refused) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) =>
    Object.fromEntries(refused.map(([selector, message]) => [selector, (node) => context.report({ node, message })])),
})

// Money is whole cents as bigint, rates are millionths: what becomes a float on the way loses cents.
const centsName = '/[cC]ents$/'
const floats = [
  [
    "CallExpression[callee.name='parseFloat'], CallExpression[callee.object.name='Number'][callee.property.name='parseFloat']",
    'No float in a money path: read amounts with parseMoney, rates with rateFromText.',
  ],
  [
    `BinaryExpression[operator='/']:matches([left.name=${centsName}], [left.property.name=${centsName}]) > Literal[raw=/^[0-9.e_]+$/].right`,
    'No float in a money path: amounts are cents already.',
  ],
  [
    `BinaryExpression[operator=/^([-+*%]|\\*\\*|\\/)$/] > CallExpression[callee.name='Number'] > :matches(Identifier[name=${centsName}], MemberExpression[property.name=${centsName}])`,
    'No float in a money path: calculate with bigint, and divide by divideHalfUp.',
  ],
  [
    `CallExpression[callee.object.name='Math'] :matches(Identifier[name=${centsName}], MemberExpression[property.name=${centsName}])`,
    'No float in a money path: Math knows no cents.',
  ],
  [
    `CallExpression[callee.property.name='toFixed'][callee.object.name=${centsName}], CallExpression[callee.property.name='toFixed'][callee.object.property.name=${centsName}]`,
    'No float in a money path: formatMoney writes cents.',
  ],
]

// Where nothing else is multiplied by a hundred: in components it is a share of a width.
const fromReais = refuse([
  "BinaryExpression[operator='*'] > Literal[raw=/^1(0{2}|e2|_?0{3,})$/].right",
  'No float in a money path: amounts are cents already.',
])
const isInMoneyPath = (file) =>
  moneyPaths.some((path) => file.endsWith(`/${path}`) || file.includes(`/${path}/`)) && !file.endsWith('.test.ts')

function calledName(callee) {
  let node = callee
  while (node && node.type !== 'Identifier') node = node.object ?? node.callee ?? node.tag
  return node?.name
}

const TESTS = ['test', 'it', 'describe', 'suite']
const isTestsOwn = (callee) => [...TESTS, 'vi'].includes(calledName(callee))

// Vitest's report does not say at which try a test passed.
const noRetry = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { retry: 'No second tries: find why the test depends on time, order or load.' },
  },
  create(context) {
    const isConfig = /(vitest|playwright)\.config\.m?ts$/.test(context.filename)
    return {
      'Property[key.name=/^(retry|retries)$/], Property[key.value=/^(retry|retries)$/]'(node) {
        const call = node.parent.parent
        const isOption = call?.type === 'CallExpression' && isTestsOwn(call.callee)
        if ((isConfig || isOption) && node.value.value !== 0) context.report({ node, messageId: 'retry' })
      },
    }
  },
}

// Comments and titles of tests are read by engineers: subject first, words of the trade.
const plainWords = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const report = (text, place) => {
      for (const message of plainEnglishFaults(text)) context.report({ ...place, message })
    }
    return {
      Program() {
        for (const { text, loc } of proseOfComments(context.sourceCode.getAllComments())) report(text, { loc })
      },
      CallExpression(node) {
        const [title] = node.arguments
        if (!TESTS.includes(calledName(node.callee))) return
        if (title?.type === 'Literal' && typeof title.value === 'string') report(title.value, { node: title })
        if (title?.type === 'TemplateLiteral')
          report(title.quasis.map(({ value }) => value.raw).join('…'), { node: title })
      },
    }
  },
}

const plugin = {
  meta: { name: 'mascate' },
  rules: {
    'no-literal-text': noLiteralText,
    'plain-words': plainWords,
    'only-wrapped-actions': onlyWrappedActions,
    'kebab-case-files': kebabCaseFiles,
    'no-raw-sql': refuse([
      'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
      'Text put together is no query: use $queryRaw`…` with parameters.',
    ]),
    'no-environment': refuse([
      "MemberExpression[object.name='process'][property.name='env']",
      'The environment is read in lib/core/env.ts only.',
    ]),
    'no-fixed-wait': refuse([
      "MemberExpression[property.name='waitForTimeout']",
      'Wait for what should happen, not for time to pass.',
    ]),
    'no-retry': noRetry,
    'no-packed-spread': refuse([
      'ObjectExpression > SpreadElement > ObjectExpression.argument, ArrayExpression > SpreadElement > ArrayExpression.argument, JSXSpreadAttribute > ObjectExpression.argument',
      'Write the properties out: a literal that is spread saves only lines.',
    ]),
    'no-html': refuse(["JSXAttribute[name.name='dangerouslySetInnerHTML']", 'HTML only behind the sanitizer.']),
    'telling-names': refuse([
      ':matches(FunctionDeclaration, VariableDeclarator)[id.name=/^(handle|process|manage)[A-Z]/]',
      'Name what it does.',
    ]),
    'no-float-money': refuse(...floats),
    'no-reais': {
      meta: fromReais.meta,
      create: (context) => (isInMoneyPath(context.filename.replaceAll('\\', '/')) ? fromReais.create(context) : {}),
    },
  },
}

export default plugin
