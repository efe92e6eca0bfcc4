import type { AbstractIntlMessages, Messages, NamespaceKeys, NestedKeyOf } from 'next-intl'

/** `orders`, or a part of it like `orders.filters`. */
export type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** The messages that client components of any page may need. The rest travels with the layout or page that names it. */
export const everywhere = ['common', 'errors', 'ui', 'failures', 'pages.notFound'] satisfies Namespace[]

/** Only these namespaces of all messages, each at its place in the tree. */
export function pickMessages(messages: AbstractIntlMessages, namespaces: readonly Namespace[]): AbstractIntlMessages {
  return namespaces.reduce(
    (picked, namespace) => addMessages(picked, cut(messages, namespace.split('.'))),
    {} as AbstractIntlMessages,
  )
}

/** In one order, each once, and none that another of them holds: the same messages have one list of names. */
export const inOrder = <Name extends string>(names: readonly Name[]): Name[] =>
  [...new Set(names)].filter((name) => !names.some((other) => name.startsWith(`${other}.`))).toSorted()

/** A message with parameters is a list once the build has compiled it (next.config.mjs). */
const isGroup = (value: unknown): value is AbstractIntlMessages => typeof value === 'object' && !Array.isArray(value)

/** Whether there are messages of this name; never by what every object has. */
export function hasNamespace(messages: AbstractIntlMessages, name: string): boolean {
  const result = name
    .split('.')
    .reduce<AbstractIntlMessages | string | undefined>(
      (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
      messages,
    )
  return isGroup(result)
}

export function addMessages(to: AbstractIntlMessages, added: AbstractIntlMessages): AbstractIntlMessages {
  const sum = { ...to }
  for (const [name, value] of Object.entries(added)) {
    const there = sum[name]
    sum[name] = isGroup(there) && isGroup(value) ? addMessages(there, value) : value
  }
  return sum
}

function cut(messages: AbstractIntlMessages, [name, ...rest]: string[]): AbstractIntlMessages {
  const value = messages[name!]
  if (value === undefined) return {}
  return { [name!]: rest.length > 0 && isGroup(value) ? cut(value, rest) : value }
}
