import type { Endpoint } from '../gateway'
import { catalogueEndpoints } from './catalogue-endpoints'
import { editEndpoints } from './edit-endpoints'
import { listEndpoints } from './list-endpoints'
import { stockEndpoints } from './stock-endpoints'
import { variationEndpoints } from './variation-endpoints'

export const itemEndpoints: Endpoint[] = [
  ...listEndpoints,
  ...catalogueEndpoints,
  ...stockEndpoints,
  ...editEndpoints,
  ...variationEndpoints,
]
