import { numberedPages } from './numbered-pages'

const pageOf = (rows: number[], hasMore = true) => ({ read: rows.map((raw) => ({ raw })), unreadable: [], hasMore })

async function readAll(pages: ReturnType<typeof pageOf>[]) {
  const asked: number[] = []
  const rows: number[] = []
  const list = numberedPages('/list', 1, async (pageNo) => {
    asked.push(pageNo)
    return pages[pageNo - 1] ?? pages.at(-1)!
  })
  for await (const { read } of list) rows.push(...read.map(({ raw }) => raw))
  return { rows, asked }
}

test('pages are read until there are no more, an empty one among them', async () => {
  expect(await readAll([pageOf([1, 2]), pageOf([]), pageOf([3], false)])).toEqual({ rows: [1, 2, 3], asked: [1, 2, 3] })
})

test('a list that has more for ever and gives nothing ends', async () => {
  expect(await readAll([pageOf([1]), pageOf([])])).toEqual({ rows: [1], asked: [1, 2, 3, 4] })
})

test('a page that comes again is no next page', async () => {
  await expect(readAll([pageOf([1]), pageOf([2])])).rejects.toMatchObject({ kind: 'unexpectedShape' })
})
