const PATIENCE_MS = 20_000

export const [WHOLE, SAYS_SO] = ['whole', 'says that it failed']

/**
 * The page as a person receives it: when its data fails it is sent all the same, with the failure and its reference.
 */
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
