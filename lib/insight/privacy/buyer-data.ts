import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { actorOf, type Member } from '@/lib/identity/auth/member'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { isLostFile, UserError } from '@/lib/core/errors'
import { openFile } from '@/lib/core/files/store'
import { asId } from '@/lib/core/keyset'
import { countOrders, findBuyer, listPlaces, type Buyer, type OrderPlace } from './buyer-orders'
import { makeSpace, readerOfWords, type Words } from './buyer-words'
import { listFiles, listOrders, type HeldFile } from './held-of-buyer'
import { streamParts, takePlace } from './stream-in-turn'

/** Files beyond it stay named in the file, and are opened at their order. */
const FILES_BYTES = 30_000_000

/**
 * All that the company holds of the buyer of this order, for the buyer to receive (LGPD, art. 18): readable by them, in
 * the language of the member, and by a program. The download is recorded in the audit log. At any size, one page of it
 * is in memory at a time.
 */
export async function getBuyerDataFor(
  member: Member,
  id: unknown,
  onlyThis: boolean,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const place = takePlace(member)
  try {
    const buyer = await handOut(member, asId(id), onlyThis)
    const words = await readerOfWords(member.timeZone)
    return {
      name: words.fileName(buyer.code, localDay(new Date(), member.timeZone)),
      body: streamParts(writeData(member, buyer, words), place),
    }
  } catch (error) {
    place.leave()
    throw error
  }
}

const handOut = (member: Member, orderId: string | null, onlyThis: boolean): Promise<Buyer> =>
  withOrganization(member, async (db) => {
    const { organizationId } = member
    const buyer = orderId ? await findBuyer(db, organizationId, orderId, onlyThis) : null
    if (!buyer) throw new UserError('notFound')
    const { all } = await countOrders(db, organizationId, buyer)
    await recordAudit(db, actorOf(member), {
      event: 'buyer.exported',
      subjectId: buyer.orderId,
      after: { orders: all },
    })
    return buyer
  })

async function* writeData(member: Member, buyer: Buyer, { say, nameOf }: Words): AsyncGenerator<string> {
  const head = indented(say({ company: member.organizationName, madeAt: new Date() }), 0)
  yield head.slice(0, -'\n}'.length)
  yield* writeList(nameOf('orders'), writeOrders(member, buyer, say))
  yield* writeList(nameOf('files'), writeFiles(member, buyer, say))
  yield '\n}'
}

/** A list in an object; without an element nothing at all. Each element begins with a part that is not empty. */
async function* writeList(name: string, elements: AsyncGenerator<string[] | AsyncGenerator<string>>) {
  let isFirst = true
  for await (const element of elements) {
    yield isFirst ? `,\n  ${JSON.stringify(name)}: [\n    ` : ',\n    '
    yield* element
    isFirst = false
  }
  if (!isFirst) yield '\n  ]'
}

async function* writeOrders(member: Member, buyer: Buyer, say: Words['say']) {
  for await (const ids of listPages(member, buyer)) {
    const orders = await withOrganization(member, (db) => listOrders(db, member.organizationId, ids))
    for (const order of orders) yield [indented(say(order), 2)]
  }
}

async function* writeFiles(member: Member, buyer: Buyer, say: Words['say']) {
  const fits = makeSpace(FILES_BYTES)
  for await (const ids of listPages(member, buyer)) {
    const files = await withOrganization(member, (db) => listFiles(db, member.organizationId, ids))
    for (const file of files) yield writeFile(file, fits(Number(file.bytes)) && (await isWhole(file)), say)
  }
}

/** The ids of the buyer's orders, a page at a time. */
async function* listPages(member: Member, buyer: Buyer): AsyncGenerator<string[]> {
  for (let after: OrderPlace | null = null; ;) {
    const place: OrderPlace | null = after
    const page: OrderPlace[] = await withOrganization(member, (db) =>
      listPlaces(db, member.organizationId, buyer, place),
    )
    if (page.length === 0) return
    yield page.map(({ id }) => id)
    after = page.at(-1)!
  }
}

async function* writeFile(
  { bytes, sha256, place, ...file }: HeldFile,
  withContent: boolean,
  say: Words['say'],
): AsyncGenerator<string> {
  if (!withContent) return yield indented(say(file), 2)
  const json = indented(say({ ...file, content: '' }), 2)
  const end = json.lastIndexOf('"')
  yield json.slice(0, end)
  let rest = Buffer.alloc(0)
  for await (const chunk of await openFile({ bytes, sha256, place })) {
    const piece = Buffer.concat([rest, chunk as Buffer])
    rest = piece.subarray(piece.length - (piece.length % 3))
    yield piece.toString('base64', 0, piece.length - rest.length)
  }
  yield rest.toString('base64') + json.slice(end)
}

/** Verified before any of it is sent: a missing or damaged file is only named. */
async function isWhole(file: HeldFile): Promise<boolean> {
  try {
    for await (const _ of await openFile(file));
    return true
  } catch (error) {
    if (isLostFile(error)) return false
    throw error
  }
}

/** As JSON that stands so deep in another. */
const indented = (value: unknown, depth: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)
