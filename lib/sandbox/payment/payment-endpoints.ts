import type { Endpoint } from '../gateway'
import { escrowEndpoints } from './escrow-endpoints'
import { walletEndpoints } from './wallet-endpoints'

export const paymentEndpoints: Endpoint[] = [...escrowEndpoints, ...walletEndpoints]
