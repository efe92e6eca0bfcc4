import 'server-only'
import { createHash } from 'node:crypto'
import type { AbstractIntlMessages } from 'next-intl'
import type { Language } from '../language'
import { inOrder, pickMessages, type Namespace } from './client-messages'
import { textRegister } from './text-register'

const paths = new WeakMap<AbstractIntlMessages, Map<string, string>>()

/**
 * The address of the script that brings these namespaces to a browser. It names what is in it and changes with it, so that the
 * browser keeps it for good. The texts are entered in this process too, where client components are rendered to HTML.
 */
export function enterTexts(
  language: Language,
  messages: AbstractIntlMessages,
  namespaces: readonly Namespace[],
): string {
  const known = paths.get(messages) ?? new Map<string, string>()
  paths.set(messages, known)
  const names = namespaces.join(',')
  const path = known.get(names)
  if (path) return path
  const ordered = inOrder(namespaces)
  const texts = pickMessages(messages, ordered)
  const made = pathOf(language, versionOf(texts), ordered)
  known.set(names, made)
  textRegister()[made] = texts
  return made
}

export const pathOf = (language: Language, version: string, names: readonly string[]): string =>
  `/api/texts/${language}/${version}/${names.join(',')}`

export const versionOf = (texts: AbstractIntlMessages) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)

/** It enters its texts under the address that it came by: a page of another version of the product finds them there. */
export const scriptOf = (texts: AbstractIntlMessages) =>
  `const texts=${JSON.stringify(texts)};(globalThis.mascateTexts??={})[new URL(import.meta.url).pathname]=texts;export default texts\n`
