'use client'

import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useLocale } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { newIdempotencyKey } from '@/components/ui/use-action'
import type { AssistantMessage } from '@/lib/assist/assistant/contract'
import { readErrorCode } from './error-code'

type Conversation = {
  chatKey: string
  threadId: string | null
  messages: AssistantMessage[]
  onThread: (id: string) => void
}

export const wordsOf = (message: Pick<AssistantMessage, 'parts'> | undefined, between = '') =>
  message?.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(between) ?? ''

const transport = new DefaultChatTransport<AssistantMessage>({
  api: '/api/assistants/gemini',
  prepareSendMessagesRequest: ({ messages, body }) => {
    const question = messages.findLast(({ role }) => role === 'user')
    return { body: { ...body, questionId: question?.id, question: wordsOf(question) } }
  },
})

/** The messages of one conversation. The server stores it: only the question and its id count of a request. */
export function useConversation({ chatKey, threadId, messages: before, onThread }: Conversation) {
  const { organizationId } = useOrganization()
  const language = useLocale()
  const router = useRouter()
  const { messages, status, error, sendMessage, regenerate, setMessages, stop } = useChat<AssistantMessage>({
    id: chatKey,
    messages: before,
    transport,
    generateId: newIdempotencyKey,
    experimental_throttle: 60,
    // A question that the server has not taken changed nothing there; and of a conversation that is gone by now the whole page would go.
    onFinish: ({ isError, messages: now }) => {
      if (!isError || now.at(-1)?.role === 'assistant') router.refresh()
    },
  })
  const last = messages.at(-1)
  const named = last?.role === 'assistant' ? (last.metadata?.threadId ?? threadId) : threadId
  useEffect(() => {
    if (named && named !== threadId) onThread(named)
  }, [named, threadId, onThread])

  const body = { organizationId, language, threadId: named }
  /** The server has not taken the question: it can be sent again as it is. */
  const refused = status === 'error' && last?.role === 'user' ? last.id : null
  return {
    messages,
    /** Somebody is answering. */
    busy: status === 'submitted' || status === 'streaming',
    /** The question has been taken: what was typed need not be kept any more. */
    taken: status === 'streaming',
    refusal: refused ? readErrorCode(error) : null,
    /** The connection broke in the middle of an answer. */
    broken: status === 'error' && last?.role === 'assistant',
    ask: (text: string) => {
      if (refused) setMessages((now) => now.filter(({ id }) => id !== refused))
      void sendMessage({ text }, { body })
    },
    retry: () => void regenerate({ body }),
    stop: () => void stop(),
  }
}
