import { ShopeeError } from '@/lib/shopee/errors'

type NumberedPage = { read: { raw: unknown }[]; unreadable: { raw: unknown }[]; hasMore: boolean }

/** A page may be empty where the platform filters after it has cut them; so many in a row are the end, whatever it says. */
const EMPTY_IN_A_ROW = 3

/** The pages of a list, from the first number on, until there are no more. A platform that does not turn the page would be read for ever. */
export async function* numberedPages<Page extends NumberedPage>(
  path: string,
  first: 0 | 1,
  readPage: (pageNo: number) => Promise<Page>,
): AsyncGenerator<Page> {
  let before = ''
  let empty = 0
  for (let pageNo: number = first, hasMore = true; hasMore && empty < EMPTY_IN_A_ROW; pageNo += 1) {
    const page = await readPage(pageNo)
    const elements = [...page.read, ...page.unreadable]
    const content = JSON.stringify(elements.map(({ raw }) => raw))
    empty = elements.length === 0 ? empty + 1 : 0
    if (empty === 0 && content === before)
      throw new ShopeeError('unexpectedShape', path, { text: 'more: the same page again' })
    yield page
    before = content
    hasMore = page.hasMore
  }
}
