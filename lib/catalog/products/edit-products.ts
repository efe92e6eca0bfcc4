import 'server-only'
import { recordAudits, type Change } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { EditProductsInput } from './schema'

/** `kept`: products that somebody changed meanwhile, which stay as they are. */
export type ProductsEdited = { changed: { id: string; version: number }[]; kept: number }

type Row = { id: string; sku: string; priceBefore: string | null; wasArchived: boolean; version: number }

/**
 * Gives many products a price, or takes them out of the catalogue and back, each as it was seen. Undoing it is the same with what stood
 * before. Stock, open orders and listings are not touched.
 */
export const editProducts = (actor: Actor, { entries }: EditProductsInput): Promise<ProductsEdited> =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const ids = entries.map(({ id }) => id)
    if ((await db.product.count({ where: { organizationId, id: { in: ids } } })) < ids.length)
      throw new UserError('notFound')
    const wanted = entries.map(({ id, version, priceCents, archived }) => ({
      id,
      version,
      archived: archived ?? null,
      priced: priceCents !== undefined,
      price: priceCents?.toString() ?? null,
    }))
    const rows = await db.$queryRaw<Row[]>`
      WITH asked AS MATERIALIZED (
        SELECT p.id, p.price_cents, p.archived_at, x.archived, x.priced, x.price
        FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS x(id uuid, version int, archived boolean, priced boolean, price bigint)
        JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = x.id AND p.version = x.version
        ORDER BY p.id FOR UPDATE OF p
      )
      UPDATE product p SET price_cents = CASE WHEN a.priced THEN a.price ELSE p.price_cents END,
        archived_at = CASE WHEN a.archived THEN coalesce(p.archived_at, now()) WHEN NOT a.archived THEN NULL ELSE p.archived_at END,
        version = p.version + 1, updated_at = now()
      FROM asked a WHERE p.organization_id = ${organizationId}::uuid AND p.id = a.id
      RETURNING p.id, p.sku::text AS sku, a.price_cents::text AS "priceBefore", a.archived_at IS NOT NULL AS "wasArchived", p.version`
    const requestOf = new Map(entries.map((entry) => [entry.id, entry]))
    await recordAudits(
      db,
      actor,
      rows.flatMap(({ id, sku, priceBefore, wasArchived }) => {
        const { priceCents, archived } = requestOf.get(id)!
        const price: Change = {
          event: 'product.updated',
          subjectId: id,
          before: { priceCents: priceBefore },
          after: { priceCents },
        }
        const move: Change = {
          event: archived ? 'product.archived' : 'product.restored',
          subjectId: id,
          after: { sku },
        }
        const isPriced = priceCents !== undefined && (priceCents?.toString() ?? null) !== priceBefore
        return [...(isPriced ? [price] : []), ...(archived !== undefined && archived !== wasArchived ? [move] : [])]
      }),
    )
    return { changed: rows.map(({ id, version }) => ({ id, version })), kept: entries.length - rows.length }
  })
