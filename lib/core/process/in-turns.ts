import { setImmediate as nextTurn } from 'node:timers/promises'

/** As flatMap, with a turn for other requests after each `size` items: a long calculation would keep all pages waiting until its end. */
export async function inTurns<Item, Found>(
  items: readonly Item[],
  each: (item: Item) => Found | Found[],
  size = 100,
): Promise<Found[]> {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += size) {
    await nextTurn()
    found.push(...items.slice(at, at + size).flatMap(each))
  }
  return found
}
