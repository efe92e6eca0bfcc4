// An unexpected console.error fails the test; one that is expected is replaced by the test with vi.spyOn.
const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  console.error = (...parts: unknown[]) => void complaints.push(parts.map(String).join(' '))
})

afterEach(() => {
  if (complaints.length > 0) throw new Error(`Unexpected console.error:\n${complaints.join('\n')}`)
})
