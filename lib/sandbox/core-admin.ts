import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from './admin-section'
import { authorize, makeResendCode } from './authorize'
import { cancelGrant, expireGrant, killAccessTokens } from './grants'
import { int64, integer } from './parameters'
import { listShops, makeMainAccount, makeShop } from './shops'

const shopOnly = z.object({ shopId: int64 }).strict()
const STATUSES = ['NORMAL', 'BANNED', 'FROZEN'] as const

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })

const subject = ({ platform, now }: AdminContext, shopId: bigint) => ({ partnerId: platform.partnerId, shopId, now })

async function shopTable({ db, platform }: AdminContext): Promise<AdminTable> {
  const shops = await listShops(db, platform.partnerId)
  return {
    title: 'Lojas',
    columns: ['Loja', 'Nome', 'Situação', 'Autorização', 'Vale até'],
    rows: shops.map((shop) => {
      const values = { shopId: String(shop.shop_id) }
      const isOpen = shop.grant_status === 'active'
      const next = shop.status === 'BANNED' ? 'NORMAL' : 'BANNED'
      return {
        cells: [
          shop.shop_id,
          shop.name,
          shop.status,
          shop.grant_status,
          shop.expires_at === null ? null : day.format(shop.expires_at * 1000),
        ],
        buttons: [
          ...(isOpen
            ? [
                { action: 'grant-cancel', label: 'Cancelar', values },
                { action: 'grant-expire', label: 'Vencer', values },
                { action: 'token-kill', label: 'Invalidar token', values },
              ]
            : []),
          {
            action: 'shop-status',
            label: next === 'BANNED' ? 'Suspender' : 'Liberar',
            values: { ...values, status: next },
          },
        ],
      }
    }),
  }
}

export const coreAdmin: AdminSection = {
  title: 'Lojas e autorizações',
  tables: async (context) => [await shopTable(context)],
  actions: [
    adminAction({
      name: 'shop',
      label: 'Criar loja',
      fields: [{ name: 'name', label: 'Nome' }],
      body: z
        .object({ name: z.string().trim().min(1).max(60).optional(), kind: z.enum(['cnpj', 'cpf']).optional() })
        .strict(),
      run: async ({ db, now }, { name, kind }) => {
        const shopId = await makeShop(db, { name, now })
        if (kind) await db.query('UPDATE shop SET seller_kind = $2 WHERE shop_id = $1', [shopId, kind])
        return { shopId }
      },
    }),
    adminAction({
      name: 'main-account',
      label: 'Criar conta principal',
      fields: [{ name: 'shops', label: 'Lojas da conta', initial: '2' }],
      body: z.object({ shops: integer.pipe(z.number().min(1).max(20)).default(2) }).strict(),
      run: ({ db, now }, { shops }) => makeMainAccount(db, { shops, now }),
    }),
    adminAction({
      name: 'authorize',
      label: 'Autorizar sem a página',
      fields: [],
      body: z.object({ shopId: int64, validityDays: integer.pipe(z.number().min(1).max(365)).default(365) }).strict(),
      run: ({ db, platform, now }, { shopId, validityDays }) =>
        authorize(db, { partnerId: platform.partnerId, choice: { shopId }, validityDays, now }),
    }),
    adminAction({
      name: 'resend-code',
      label: 'Reenviar código',
      fields: [{ name: 'shopId', label: 'Loja' }],
      body: shopOnly,
      run: async (context, { shopId }) => ({ code: await makeResendCode(context.db, subject(context, shopId)) }),
    }),
    adminAction({
      name: 'grant-cancel',
      label: 'Cancelar autorização',
      fields: [],
      body: shopOnly,
      run: async (context, { shopId }) => ({ done: await cancelGrant(context.db, subject(context, shopId)) }),
    }),
    adminAction({
      name: 'grant-expire',
      label: 'Vencer autorização',
      fields: [],
      body: shopOnly,
      run: async (context, { shopId }) => ({ done: await expireGrant(context.db, subject(context, shopId)) }),
    }),
    adminAction({
      name: 'token-kill',
      label: 'Invalidar token de acesso',
      fields: [],
      body: shopOnly,
      run: async (context, { shopId }) => {
        await killAccessTokens(context.db, subject(context, shopId))
        return { done: true }
      },
    }),
    adminAction({
      name: 'shop-status',
      label: 'Situação da loja',
      fields: [],
      body: z.object({ shopId: int64, status: z.enum(STATUSES) }).strict(),
      run: async ({ db }, { shopId, status }) => {
        const { rowCount } = await db.query('UPDATE shop SET status = $2 WHERE shop_id = $1', [shopId, status])
        return { done: rowCount === 1 }
      },
    }),
  ],
}
