import { publicEndpoint, type Endpoint } from '../gateway'
import { escrowEndpoints } from './escrow-endpoints'
import { incomeEndpoints } from './income-endpoints'
import { walletEndpoints } from './wallet-endpoints'

const methods = publicEndpoint({
  method: 'GET',
  path: '/api/v2/payment/get_payment_method_list',
  run: async () => [
    {
      region: 'BR',
      payment_method: ['Pix', 'Cartão de Crédito', 'Boleto Bancário', 'SPayLater', 'Saldo ShopeePay'],
    },
  ],
})

export const paymentEndpoints: Endpoint[] = [methods, ...escrowEndpoints, ...incomeEndpoints, ...walletEndpoints]
