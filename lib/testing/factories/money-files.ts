import { Readable } from 'node:stream'
import type { ApplySheetOptions } from '@/lib/connect/order-imports/apply-sheet'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { applyMoneyFile } from '@/lib/connect/money-reports/apply-money-file'
import { confirmMoneyFile } from '@/lib/connect/money-reports/confirm-money-file'
import type { ConfirmMoneyFileInput, FailedMoneyRow, MoneySummary } from '@/lib/connect/money-reports/schema'
import { uploadMoneyFile } from '@/lib/connect/money-reports/upload-money-file'
import { asWorker, inspect } from '../harnesses/database'
import type { TestOrganization } from './factories'
import { runCheck } from './sheets'

type Upload = { fileName?: string; shopId?: string | null }

/** Uploads a file and has the worker read it. */
export async function checkMoneyTestFile(
  { owner }: TestOrganization,
  body: Buffer | string,
  { fileName = 'arquivo', shopId = null }: Upload = {},
): Promise<string> {
  const { importId } = await uploadMoneyFile(
    owner,
    { fileName, shopId },
    {
      body: Readable.from([Buffer.from(body)]),
      key: newId(),
    },
  )
  await runCheck(owner, importId)
  return importId
}

export async function applyMoneyTestFile(
  company: TestOrganization,
  body: Buffer | string,
  { leaveOutBadRows = false, ofOther = false, ...upload }: Upload & Partial<ConfirmMoneyFileInput> = {},
  options?: ApplySheetOptions,
): Promise<MoneyFileRow> {
  const importId = await checkMoneyTestFile(company, body, upload)
  if ((await getMoneyFileRow(company, importId)).state === 'ready') {
    await confirmMoneyFile(company.owner, { importId, leaveOutBadRows, ofOther })
    await runMoneyApply(company, importId, options)
  }
  return getMoneyFileRow(company, importId)
}

export const runMoneyApply = ({ owner }: TestOrganization, importId: string, options?: ApplySheetOptions) =>
  asWorker(() => applyMoneyFile(systemActor(owner.organizationId, owner.userId), importId, options))

export type MoneyFileRow = { state: string; error_code: string | null; total: number; summary: MoneySummary }

export async function getMoneyFileRow({ organizationId }: TestOrganization, importId: string): Promise<MoneyFileRow> {
  const sql = 'SELECT state, error_code, total, summary FROM import WHERE id = $1'
  return (await inspect<MoneyFileRow>(organizationId, sql, [importId]))[0]!
}

/** Each refused cell as 'row cell problem'. */
export async function listMoneyProblems({ organizationId }: TestOrganization, importId: string): Promise<string[]> {
  const rows = await inspect<{ problems: FailedMoneyRow[] }>(
    organizationId,
    `SELECT payload->'problems' AS problems FROM import_row WHERE organization_id = current_organization() AND import_id = $1
       AND outcome = 'failed' ORDER BY number`,
    [importId],
  )
  return rows.flatMap(({ problems }) =>
    problems.flatMap(({ row, cells }) => cells.map(({ cell, problem }) => `${row} ${cell} ${problem}`)),
  )
}

/** All that the marketplace's money leaves behind, in one order, without ids and moments of writing. */
export async function readMoneyBooks({ organizationId }: TestOrganization) {
  const list = async (text: string) =>
    (
      await inspect<{ line: string }>(organizationId, `SELECT line FROM (${text}) t(line) ORDER BY line COLLATE "C"`)
    ).map(({ line }) => line)
  return {
    wallet: await list(
      `SELECT concat_ws(' ', extract(epoch FROM minute)::bigint, amount_cents, balance_cents, nth, kind, external_code, source) FROM wallet_transaction
       WHERE organization_id = current_organization()`,
    ),
    releases: await list(
      `SELECT concat_ws(' ', external_code, source, key, amount_cents) FROM release WHERE organization_id = current_organization()`,
    ),
    money: await list(
      `SELECT concat_ws(' ', o.external_code, m.kind, m.basis, sum(m.amount_cents)) FROM orders o
       CROSS JOIN LATERAL order_money(array[o.id]) m WHERE o.organization_id = current_organization() AND o.platform = 'shopee' GROUP BY o.external_code, m.kind, m.basis HAVING sum(m.amount_cents) <> 0`,
    ),
    // The totals are what their orders make.
    off: await list(
      `SELECT concat_ws(' ', kind, a.total, b.total) FROM
         (SELECT kind::text, sum(amount_cents) AS total FROM (SELECT kind, amount_cents FROM money_day WHERE organization_id = current_organization()
           UNION ALL SELECT kind, amount_cents FROM money_day_delta WHERE organization_id = current_organization()) d GROUP BY 1) a
       FULL JOIN (SELECT m.kind::text, sum(m.amount_cents) AS total FROM orders o CROSS JOIN LATERAL order_money(array[o.id]) m
         WHERE o.organization_id = current_organization() GROUP BY 1) b USING (kind)
       WHERE coalesce(a.total, 0) <> coalesce(b.total, 0)`,
    ),
  }
}
