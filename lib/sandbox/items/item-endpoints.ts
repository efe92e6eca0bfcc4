import type { Endpoint } from '../gateway'
import { listEndpoints } from './list-endpoints'
import { stockEndpoints } from './stock-endpoints'

export const itemEndpoints: Endpoint[] = [...listEndpoints, ...stockEndpoints]
