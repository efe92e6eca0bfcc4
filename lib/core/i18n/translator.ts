import 'server-only'
import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import type { Language } from '../language'

type Messages = typeof pt
const messages: Record<Language, Messages> = { pt, en }

/** Words for where no page is rendered: a file, an email, an answer. */
export const translatorOf = (language: Language) => createTranslator({ locale: language, messages: messages[language] })
export type Translate = ReturnType<typeof translatorOf>

/** Those of one part of the messages. */
export const translatorIn = <N extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(
  language: Language,
  namespace: N,
) => createTranslator({ locale: language, messages: messages[language], namespace })
