// The project's own lint rules. Each has a planted violation in scripts/rules.test.ts.
const LETTER = /\p{L}/u
const READ_ALOUD =
  /^(title|alt|placeholder|label|hint|text|description|message|confirmLabel|cancelLabel|emptyText|aria-(label|description|roledescription|placeholder|valuetext))$/

// Keys are called the same in both languages.
const hasWords = (text) => LETTER.test(text.replace(/\b(Ctrl|Cmd|Esc|Enter)(\+\w)?\b/g, ''))

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

const plugin = {
  rules: {
    'no-literal-text': noLiteralText,
    'only-wrapped-actions': onlyWrappedActions,
    'kebab-case-files': kebabCaseFiles,
  },
}

export default plugin
