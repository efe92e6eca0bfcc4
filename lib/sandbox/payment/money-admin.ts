import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from '../admin-section'
import { int64, integer } from '../parameters'
import { adjustOrder, settleOrder, topUpAds, withdraw } from './settle-order'
import { addToWallet } from './wallet'
import { changeShopFees } from './shop-fees'

const SHOWN = 20

async function walletTables({ db }: AdminContext): Promise<AdminTable[]> {
  const balances = await db.query<{ shop_id: bigint; name: string; balance: string }>(
    `SELECT s.shop_id, s.name, to_char(coalesce((SELECT balance_cents FROM wallet_transaction w
       WHERE w.shop_id = s.shop_id ORDER BY create_time DESC, id DESC LIMIT 1), 0) / 100.0, 'FM9999999990.00') AS balance
     FROM shop s ORDER BY s.shop_id`,
  )
  const latest = await db.query<{
    shop_id: bigint
    type: string
    amount: string
    balance: string
    order_sn: string
    at: string
  }>(
    `SELECT shop_id, type, to_char(amount_cents / 100.0, 'FM9999999990.00') AS amount,
       to_char(balance_cents / 100.0, 'FM9999999990.00') AS balance, order_sn,
       to_char(to_timestamp(create_time - 10800), 'DD/MM/YYYY HH24:MI') AS at
     FROM wallet_transaction ORDER BY id DESC LIMIT ${SHOWN}`,
  )
  return [
    {
      title: 'Saldos',
      columns: ['Loja', 'Nome', 'Saldo (R$)'],
      rows: balances.rows.map((row) => ({
        cells: [row.shop_id, row.name, row.balance],
        buttons: [{ action: 'withdraw', label: 'Sacar tudo', values: { shopId: String(row.shop_id) } }],
      })),
    },
    {
      title: 'Últimas transações da carteira',
      columns: ['Data', 'Loja', 'Tipo', 'Valor (R$)', 'Saldo (R$)', 'Pedido'],
      rows: latest.rows.map((row) => ({
        cells: [row.at, row.shop_id, row.type, row.amount, row.balance, row.order_sn],
      })),
    },
  ]
}

const orderField = { name: 'orderSn', label: 'Pedido' }
const shopField = { name: 'shopId', label: 'Loja' }
const cents = integer.pipe(z.number().min(1))

const fees = z.preprocess(
  (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value),
  z.record(z.string(), z.unknown()),
)

export const moneyAdmin: AdminSection = {
  title: 'Dinheiro',
  tables: walletTables,
  actions: [
    adminAction({
      name: 'order-release',
      label: 'Liberar pagamento',
      fields: [orderField],
      body: z.object({ orderSn: z.string() }).strict(),
      run: async ({ db, now }, { orderSn }) => {
        await settleOrder(db, orderSn, now)
        return { done: true }
      },
    }),
    adminAction({
      name: 'order-adjust',
      label: 'Ajustar pedido pago',
      fields: [
        orderField,
        { name: 'amountCents', label: 'Centavos (negativo cobra)', initial: '-500' },
        { name: 'reason', label: 'Motivo', initial: 'Logistic issue deduction' },
      ],
      body: z
        .object({ orderSn: z.string(), amountCents: integer, reason: z.string().default('Logistic issue deduction') })
        .strict(),
      run: async ({ db, now }, adjustment) => {
        await adjustOrder(db, { ...adjustment, now })
        return { done: true }
      },
    }),
    adminAction({
      name: 'withdraw',
      label: 'Sacar',
      fields: [shopField, { name: 'amountCents', label: 'Centavos (vazio: tudo)' }],
      body: z.object({ shopId: int64, amountCents: cents.optional() }).strict(),
      run: async ({ db, now }, request) => ({ amountCents: await withdraw(db, { ...request, now }) }),
    }),
    adminAction({
      name: 'wallet-entry',
      label: 'Lançar na carteira',
      fields: [
        shopField,
        { name: 'type', label: 'Tipo (qualquer palavra)', initial: 'REALTIME_OFFSET' },
        { name: 'amountCents', label: 'Centavos (negativo sai)', initial: '-500' },
        { name: 'title', label: 'Título', initial: 'Compensação em tempo real' },
      ],
      body: z
        .object({
          shopId: int64,
          type: z.string().min(1).max(80),
          amountCents: integer,
          title: z.string().max(200).default(''),
          orderSn: z.string().optional(),
        })
        .strict(),
      run: async ({ db, now }, { title, ...entry }) => ({
        balanceCents: await addToWallet(db, { ...entry, reason: title, now }),
      }),
    }),
    adminAction({
      name: 'ads-top-up',
      label: 'Recarregar Ads',
      fields: [shopField, { name: 'amountCents', label: 'Centavos', initial: '5000' }],
      body: z.object({ shopId: int64, amountCents: cents }).strict(),
      run: async ({ db, now }, topUp) => {
        await topUpAds(db, { ...topUp, now })
        return { done: true }
      },
    }),
    adminAction({
      name: 'shop-fees',
      label: 'Mudar tarifas da loja',
      fields: [shopField, { name: 'fees', label: 'Tarifas (JSON)', initial: '{"adsTopUp":20000}' }],
      body: z.object({ shopId: int64, fees }).strict(),
      run: ({ db }, { shopId, fees: changes }) => changeShopFees(db, shopId, changes),
    }),
  ],
}
