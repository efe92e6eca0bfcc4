import type { VerifyLine } from '@/lib/insight/audit-log/verify-stream'

/** The answer's lines as they come. */
export async function* readVerifyLines(): AsyncGenerator<VerifyLine> {
  const answer = await fetch('/api/audit/verify', { cache: 'no-store' })
  if (!answer.ok || !answer.body) throw new Error(String(answer.status))
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as VerifyLine
    if (done) return
  }
}
