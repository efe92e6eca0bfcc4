import { BrandMark } from '@/components/shell/brand'
import { ConfirmLink } from './confirm-link'

export function CallbackScreen({ token }: { token: string }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col items-center justify-center gap-8 px-4 pb-24">
      <BrandMark className="size-10!" />
      <ConfirmLink token={token} />
    </main>
  )
}
