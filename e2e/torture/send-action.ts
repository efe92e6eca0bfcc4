/** The arguments of an action as the browser writes them: values that JSON has not are marked by a dollar, files are parts of a form. */
export async function bodyOf(args: unknown[]): Promise<string | FormData> {
  const files: Blob[] = []
  const write = (value: unknown): unknown => {
    if (value instanceof Blob) return `$B${files.push(value).toString(16)}`
    if (value instanceof Date) return `$D${value.toISOString()}`
    if (typeof value === 'bigint') return `$n${value}`
    if (value === undefined) return '$undefined'
    if (typeof value === 'string') return value.startsWith('$') ? `$${value}` : value
    if (Array.isArray(value)) return value.map(write)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one)]))
  }
  const text = JSON.stringify(write(args))
  if (files.length === 0) return text
  const form = new FormData()
  files.forEach((file, at) => form.append((at + 1).toString(16), file))
  form.append('0', text)
  return form
}

/** The answer of an action, in the last line of a response that begins so. */
export const answerIn = (text: string): { ok: boolean; error?: string } | null => {
  const json = /^\w+:(\{"ok":.*\})$/m.exec(text)?.[1]
  return json ? (JSON.parse(json) as { ok: boolean; error?: string }) : null
}
