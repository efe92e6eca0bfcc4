import type { Endpoint } from './gateway'
import { shopEndpoints } from './shop-endpoints'

/** Each module of the platform brings one list. */
export const endpoints: Endpoint[] = [...shopEndpoints]
