import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { integer, int64 } from '../parameters'
import { PlatformError } from '../platform-error'
import { reais } from './escrow-answer'
import { listIncomes, SAO_PAULO_OFFSET_SECONDS } from './order-incomes'

const DAY = 86_400
const MAX_DAYS = 14

const MESSAGES = {
  status:
    'The income_status provided is invalid or not applicable. Please use one of the supported values: 0 - To Release, 1 - Released, 2 - Pending. Local shops do not have the “To Release” status.',
  range:
    'release_time_from and/or release_time_to parameter is missing or invalid. Please provide both a valid start date and end date to query, where the start date cannot be later than the end date, and the date range must not exceed 14 days.',
  reportRange:
    'release_time_from and/or release_time_to parameter is missing or invalid. Please provide both a valid start date, and end date to query where start date cannot be later than the end date.',
  statementRange:
    'Invalid time range, Weekly reports must span from Day 1 (Monday) to Day 7 (Sunday), and monthly reports must cover from 1st to last day of the month.',
  statementType: 'Wrong income statement type. Please provide the correct parameter.',
  document: 'Wrong document ID provided. Please provide the correct ID in integer format.',
  crossBorder: 'This payment API is only applicable for cross boarder shop',
}

const RELEASED = 1
const PENDING = 2

const refuse = (message: string) => new PlatformError('error_param', message)

/** Local shops know released and pending alone. */
const incomeStatus = integer.pipe(z.number().min(RELEASED).max(PENDING))

const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000 - SAO_PAULO_OFFSET_SECONDS

// A pending order is one that is on its way to a payout.
const PENDING_ORDERS = `
  FROM orders o LEFT JOIN order_money m USING (order_sn)
  WHERE o.shop_id = $1 AND o.status IN ('READY_TO_SHIP', 'INVOICE_PENDING', 'PROCESSED', 'RETRY_SHIP', 'SHIPPED',
    'TO_CONFIRM_RECEIVE', 'TO_RETURN', 'IN_CANCEL') AND o.pay_time IS NOT NULL AND m.release_time IS NULL`

const overview = shopEndpoint({
  method: 'GET',
  path: '/api/v2/payment/get_income_overview',
  flat: true,
  query: z.object({ income_status: incomeStatus.optional() }),
  refuse: () => refuse(MESSAGES.status),
  run: async ({ db, shop, query }) => {
    const released = await db.query<{ cents: number }>(
      `SELECT coalesce(sum(payout_cents), 0)::float8 AS cents FROM order_money
       WHERE shop_id = $1 AND release_time IS NOT NULL`,
      [shop.shop_id],
    )
    const pending = await db.query<{ order_sn: string }>(`SELECT o.order_sn ${PENDING_ORDERS}`, [shop.shop_id])
    const incomes = await listIncomes(
      db,
      shop.shop_id,
      pending.rows.map((row) => row.order_sn),
    )
    const pendingCents = incomes.reduce((sum, { income }) => sum + income.escrowCents, 0)
    return {
      total_income: {
        ...(query.income_status !== RELEASED && { pending_amount: reais(pendingCents) }),
        ...(query.income_status !== PENDING && { released_amount: reais(released.rows[0]!.cents) }),
      },
    }
  },
})

const detail = shopEndpoint({
  method: 'GET',
  path: '/api/v2/payment/get_income_detail',
  flat: true,
  query: z.object({
    date_from: z.iso.date().optional(),
    date_to: z.iso.date().optional(),
    income_status: incomeStatus,
    cursor: z.string().regex(/^\d*$/).default(''),
    page_size: integer.pipe(z.number().min(1).max(100)),
  }),
  refuse: (issues) =>
    refuse(
      issues.some(({ path }) => path[0] === 'income_status')
        ? MESSAGES.status
        : issues.some(({ path }) => String(path[0]).startsWith('date'))
          ? MESSAGES.range
          : 'parameter invalid',
    ),
  run: async ({ db, shop, query }) => {
    const offset = Number(query.cursor)
    const page = [query.page_size + 1, offset]
    const { rows } =
      query.income_status === RELEASED
        ? await db.query<{ order_sn: string }>(
            `SELECT order_sn FROM order_money WHERE shop_id = $1 AND release_time >= $2 AND release_time < $3
             ORDER BY release_time DESC, order_sn LIMIT $4 OFFSET $5`,
            [shop.shop_id, ...releasedPeriod(query.date_from, query.date_to), ...page],
          )
        : await db.query<{ order_sn: string }>(
            `SELECT o.order_sn ${PENDING_ORDERS} ORDER BY o.create_time DESC, o.order_sn LIMIT $2 OFFSET $3`,
            [shop.shop_id, ...page],
          )
    const orderSns = rows.slice(0, query.page_size).map((row) => row.order_sn)
    const incomes = await listIncomes(db, shop.shop_id, orderSns)
    return {
      income_detail_list: {
        list: incomes.map((each) => ({
          order_sn: each.orderSn,
          payment_method: each.paymentMethod,
          currency: 'BRL',
          ...(query.income_status === RELEASED
            ? {
                status: 'O pagamento foi transferido.',
                released_amount: reais(each.payoutCents ?? 0),
                actual_payout_time: each.releaseTime ?? 0,
              }
            : { status: 'Pagamento pendente', estimated_escrow_amount: reais(each.income.escrowCents) }),
        })),
        next_page: {
          cursor: rows.length > query.page_size ? String(offset + query.page_size) : '',
          page_size: query.page_size,
        },
      },
    }
  },
})

function releasedPeriod(from: string | undefined, to: string | undefined): [number, number] {
  if (from === undefined || to === undefined || from > to) throw refuse(MESSAGES.range)
  const period: [number, number] = [startOfDay(from), startOfDay(to) + DAY]
  if (period[1] - period[0] > MAX_DAYS * DAY) throw refuse(MESSAGES.range)
  return period
}

const period = z.object({ release_time_from: integer, release_time_to: integer })

const READY_AFTER_SECONDS = 10

type Kind = 'report' | 'statement'

const generate = (kind: Kind, check: (query: z.output<typeof statementQuery>) => void) =>
  shopEndpoint({
    method: 'GET',
    path: `/api/v2/payment/generate_income_${kind}`,
    query: statementQuery,
    refuse: () => refuse(kind === 'report' ? MESSAGES.reportRange : MESSAGES.statementRange),
    run: async ({ db, shop, now, query }) => {
      if (query.release_time_from > query.release_time_to) throw refuse(MESSAGES.reportRange)
      check(query)
      const day = new Date((query.release_time_from + SAO_PAULO_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10)
      const name = `${query.statement_type === MONTHLY ? 'monthly' : 'weekly'}_report_${day.replaceAll('-', '')}.xlsx`
      const { rows } = await db.query<{ id: bigint }>(
        `INSERT INTO income_document (shop_id, kind, from_time, to_time, file_name, create_time, ready_time)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [shop.shop_id, kind, query.release_time_from, query.release_time_to, name, now, now + READY_AFTER_SECONDS],
      )
      return { id: rows[0]!.id }
    },
  })

const MONTHLY = 2
const statementQuery = period.extend({ statement_type: integer.optional() })

/** Weeks from Monday to Sunday, whole months, in the shop's own time. */
function checkStatement(query: z.output<typeof statementQuery>): void {
  if (query.statement_type !== 1 && query.statement_type !== MONTHLY) throw refuse(MESSAGES.statementType)
  const from = new Date((query.release_time_from + SAO_PAULO_OFFSET_SECONDS) * 1000)
  const after = new Date((query.release_time_to + 1 + SAO_PAULO_OFFSET_SECONDS) * 1000)
  const startsDay = from.getTime() % (DAY * 1000) === 0 && after.getTime() % (DAY * 1000) === 0
  const isWeek = from.getUTCDay() === 1 && after.getTime() - from.getTime() === 7 * DAY * 1000
  const isMonth =
    from.getUTCDate() === 1 && after.getTime() === Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)
  if (!startsDay || (query.statement_type === MONTHLY ? !isMonth : !isWeek)) throw refuse(MESSAGES.statementRange)
}

const fetchDocument = (kind: Kind) =>
  shopEndpoint({
    method: 'GET',
    path: `/api/v2/payment/get_income_${kind}`,
    query: z.object({ income_report_id: int64.optional(), income_statement_id: int64.optional() }),
    refuse: () => refuse(MESSAGES.document),
    run: async ({ db, shop, now, query }) => {
      const { rows } = await db.query<{ id: bigint; file_name: string; ready_time: number; downloaded: boolean }>(
        'SELECT id, file_name, ready_time, downloaded FROM income_document WHERE shop_id = $1 AND kind = $2 AND id = $3',
        [shop.shop_id, kind, (kind === 'report' ? query.income_report_id : query.income_statement_id) ?? null],
      )
      const document = rows[0]
      if (!document) throw refuse(MESSAGES.document)
      const ready = now >= document.ready_time
      return {
        id: document.id,
        file_name: document.file_name,
        status: ready ? (document.downloaded ? 3 : 2) : 1,
        ...(ready && {
          generated_time: document.ready_time,
          file_link: `/admin/sheets/income-document/${document.id}.xlsx`,
        }),
      }
    },
  })

const crossBorderOnly = (method: 'GET' | 'POST', name: string) =>
  shopEndpoint({
    method,
    path: `/api/v2/payment/${name}`,
    run: async () => Promise.reject(refuse(MESSAGES.crossBorder)),
  })

export const incomeEndpoints: Endpoint[] = [
  overview,
  detail,
  generate('report', () => undefined),
  generate('statement', checkStatement),
  fetchDocument('report'),
  fetchDocument('statement'),
  crossBorderOnly('GET', 'get_payout_detail'),
  crossBorderOnly('GET', 'get_payout_info'),
  crossBorderOnly('POST', 'get_billing_transaction_info'),
]
