const path = '/dashboard/gemini'

export const threadHref = (id: string | null) => (id ? `${path}?t=${id}` : path)
export const olderHref = (place: string | null, openId: string | null) => {
  const query = new URLSearchParams({ ...(openId && { t: openId }), ...(place && { place }) }).toString()
  return query ? `${path}?${query}` : path
}
