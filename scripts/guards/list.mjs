import { money } from './money.mjs'
import { platform } from './platform.mjs'
import { roles } from './roles.mjs'
import { stock } from './stock.mjs'
import { tenancy } from './tenancy.mjs'

const groups = { tenancy, roles, stock, money, platform }

export const guards = Object.entries(groups).flatMap(([group, members]) =>
  members.map((one) => ({ ...one, name: `${group}/${one.name}`, group })),
)
