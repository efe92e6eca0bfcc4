import 'server-only'
import { UserError } from '@/lib/core/errors'
import { beginAuthorization } from '@/lib/connect/shops/authorize'
import { authorizeShopInput, shopInput } from '@/lib/connect/shops/schema'
import { syncShop } from '@/lib/connect/shops/sync-shop'
import { serverFunction, type ServerFunction } from './contract'

export const shopFunctions: readonly ServerFunction[] = [
  serverFunction({
    name: 'sync-shop',
    description: 'Bring what the marketplace knows of one connected shop up to date now, before its turn.',
    permission: 'platform.push',
    changes: true,
    schema: shopInput,
    run: ({ actor }, input) => syncShop(actor, input),
  }),
  serverFunction({
    name: 'shop-authorize',
    description:
      'Begin to connect one shop. Answers the marketplace’s page that asks for its consent; it leads back into the session that asked, so only a page’s own token may call it.',
    permission: 'shop.connect',
    changes: true,
    schema: authorizeShopInput,
    run: ({ actor }, input) => {
      if (!actor.sessionId) throw new UserError('functionNeedsPage')
      return beginAuthorization(actor, input)
    },
  }),
]
