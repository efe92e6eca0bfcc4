'use client'

import { SparklesIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'

export function Suggestions({
  questions,
  onQuestion,
}: {
  questions: string[]
  onQuestion: (question: string) => void
}) {
  const t = useTranslations('assistant.empty')
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 py-10 text-center [&_ul]:justify-center">
      <div aria-hidden className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
        <SparklesIcon className="size-6" />
      </div>
      <h2 className="text-base font-title">{t('title')}</h2>
      <QuestionList label={t('suggestions')} questions={questions} onQuestion={onQuestion} />
    </div>
  )
}

type QuestionListProps = { label: string; questions: string[]; onQuestion: (question: string) => void }

export function QuestionList({ label, questions, onQuestion }: QuestionListProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question} className="max-w-full">
          <Button
            className="max-w-full py-1.5 text-left font-normal! whitespace-normal!"
            onClick={() => onQuestion(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}
