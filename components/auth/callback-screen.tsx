import { BrandMark } from '@/components/shell/brand'
import type { LinkQuestion } from '@/lib/auth/describe-link'
import { ConfirmLink } from './confirm-link'

export function CallbackScreen({ token, question }: { token: string; question: LinkQuestion | null }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col items-center justify-center gap-8 px-4 pb-24">
      <BrandMark className="size-10!" />
      <ConfirmLink token={token} question={question} />
    </main>
  )
}
