import { idAt, newId } from './ids'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an id made later sorts later, within one millisecond and when the clock is set back', () => {
  const clock = vi.spyOn(Date, 'now')
  const made: string[] = []
  for (const at of [5_000_000_000_000, 5_000_000_000_000, 4_000_000_000_000])
    for (let each = 0; each < 5000; each += 1) {
      clock.mockReturnValue(at)
      made.push(newId())
    }
  clock.mockRestore()
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(made.filter((id) => !UUID_V7.test(id))).toEqual([])
})

test('an id of a given moment begins with it', () => {
  expect(idAt(0x0123456789ab)).toMatch(/^01234567-89ab-7/)
})
