/** The raw bytes of a body, read no further than `maxBytes`; null for more. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  const chunks: Uint8Array[] = []
  const reader = request.body?.getReader()
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBytes) return null
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}
