/** A list's filter without the words that somebody looked for, which may be a person's name; the rest tells what was asked for. */
export function withoutSearch(query: string): string {
  const params = new URLSearchParams(query)
  params.delete('q')
  return params.toString()
}

export const holdsSearch = (query: string): boolean => Boolean(new URLSearchParams(query).get('q'))
