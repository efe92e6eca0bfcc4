import { pbkdf2 } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { writeTo } from './passing'

test('a file that fails at once and is removed does not come back when its stream opens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mascate-passing-'))
  const path = join(folder, 'a.part')
  try {
    // Passwords hold the threads that open files.
    const busy = Array.from({ length: 12 }, () => promisify(pbkdf2)('a', 'b', 20_000, 32, 'sha512'))
    const broken = new Readable({ read: () => void broken.destroy(new Error('damaged')) })
    await expect(pipeline(broken, await writeTo(path))).rejects.toThrow('damaged')
    rmSync(path, { force: true })
    await Promise.all(busy)
    // A file that is still to be opened would be by the next turn of those threads.
    await promisify(pbkdf2)('a', 'b', 1, 32, 'sha512')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
