const PATIENCE_MS = 20_000

export const [WHOLE, SAYS_SO] = ['whole', 'says that it failed']

/** What a person is sent: a page whose data cannot be had is sent all the same, and in it, under a reference, that it failed. */
export async function look(url: string, cookie: string): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await answer.text()
    if (answer.status !== 200) return `status ${answer.status}`
    const digest = /:E\{\\"digest\\":\\"([^"\\]*)/.exec(text)?.[1]
    if (digest !== undefined) return /^\d+$/.test(digest) ? SAYS_SO : digest
    return text.trimEnd().endsWith('</html>') ? WHOLE : 'cut off'
  } catch (error) {
    return (error as Error).name
  }
}
