import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { FIRST_HMAC, linkHmac, type ChainedEvent } from '@/lib/insight/audit-log/link-hmac'
import { eventFields, chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { asWorker, withOwner } from './database'
import { createTestOrganization } from '../factories/factories'

/**
 * An intruder with the rights of the schema's owner who has disabled the triggers: only the chain can show the changes.
 */
export async function openIntruder() {
  await withOwner((owner) =>
    owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER; ALTER TABLE audit_chain DISABLE TRIGGER USER'),
  )
  const run = (organizationId: string, statements: string[]) =>
    withOwner(async (owner) => {
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
      for (const statement of statements) await owner.query(statement)
    })
  const addRows = (organizationId: string, count: number) =>
    run(organizationId, [
      `INSERT INTO audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id, before, after)
       SELECT '${organizationId}', uuid_v7(), 'system', 'product.updated', 'product', 'p' || n, jsonb_build_object('n', n), jsonb_build_object('n', n + 1)
       FROM generate_series(1, ${count}) n`,
    ])

  return {
    run,
    addRows,
    /** A company's trail of as many links as numbers are given, each of so many rows (at most 1,000, else it becomes several). */
    async makeAuditLog(...links: number[]): Promise<string> {
      const { organizationId } = await createTestOrganization()
      for (const [n, rows] of links.entries()) {
        await addRows(organizationId, n === 0 ? rows - 1 : rows)
        await asWorker(() => chainAuditLog(organizationId))
      }
      return organizationId
    },
    /** Changes to the touched rows and to the chain are undone afterwards. */
    async withFault<T>(organizationId: string, touched: string, sql: string[], look: () => Promise<T>): Promise<T> {
      await run(organizationId, [
        `CREATE TABLE kept_event AS SELECT * FROM audit_event WHERE organization_id = current_organization() AND (${touched})`,
        'CREATE TABLE kept_chain AS SELECT * FROM audit_chain',
        ...sql,
      ])
      try {
        return await look()
      } finally {
        await run(organizationId, [
          'DELETE FROM audit_event WHERE id IN (SELECT id FROM kept_event)',
          'DELETE FROM audit_chain',
          'INSERT INTO audit_event SELECT * FROM kept_event',
          'INSERT INTO audit_chain SELECT * FROM kept_chain',
          'DROP TABLE kept_event, kept_chain',
        ])
      }
    },
    /**
     * Computes every link of the chain, or those of a range, again over the present rows, with the intruder's own key.
     */
    async rechain(organizationId: string, key: Buffer, from = 1, until = Number.MAX_SAFE_INTEGER): Promise<void> {
      let previous: Buffer = FIRST_HMAC
      const links = await withOrganization({ organizationId }, (db) =>
        db.auditChain.findMany({ where: { organizationId }, orderBy: { number: 'asc' } }),
      )
      for (const { number, firstPosition, lastPosition, hmac: stands } of links) {
        if (number < from || number > until) {
          previous = Buffer.from(stands)
          continue
        }
        const events = (await withOrganization({ organizationId }, (db) =>
          db.auditEvent.findMany({
            where: { organizationId, position: { gte: firstPosition, lte: lastPosition } },
            orderBy: { position: 'asc' },
            select: eventFields,
          }),
        )) as ChainedEvent[]
        const hmac = linkHmac(key, previous, organizationId, events)
        const [was, is] = [previous.toString('hex'), hmac.toString('hex')]
        await run(organizationId, [
          `UPDATE audit_chain SET hmac = '\\x${is}', previous = '\\x${was}' WHERE number = ${number}`,
        ])
        previous = hmac
      }
    },
  }
}

/** A file that is kept apart from the database. */
export const removeHeadFile = (organizationId: string) =>
  rm(resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`))
