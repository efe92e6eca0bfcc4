import { readStatus, stages } from './statuses'

test.each([
  ['Não pago', 'pending', stages.unpaid, 'Não pago'],
  ['A Enviar', 'confirmed', stages.toShip, 'A Enviar'],
  ['Enviado', 'shipped', stages.shipped, 'Enviado'],
  ['Entregue', 'delivered', stages.delivered, 'Entregue'],
  ['Pedido Recebido', 'delivered', stages.delivered, 'Pedido Recebido'],
  ['Concluído', 'delivered', stages.completed, 'Concluído'],
  ['Cancelado', 'cancelled', stages.cancelled, 'Cancelado'],
  [
    'O comprador pode pedir uma devolução até 2026-08-05',
    'delivered',
    stages.delivered,
    'O comprador pode pedir uma devolução até 2026-08-05',
  ],
  [
    'O comprador pode solicitar a devolução até 05/08/2026',
    'delivered',
    stages.delivered,
    'O comprador pode pedir uma devolução até 05/08/2026',
  ],
  ['NAO PAGO', 'pending', stages.unpaid, 'Não pago'],
  ['Unpaid', 'pending', stages.unpaid, 'Não pago'],
  ['To ship', 'confirmed', stages.toShip, 'A Enviar'],
  ['Shipping', 'shipped', stages.shipped, 'Enviado'],
  ['Order Received', 'delivered', stages.delivered, 'Pedido Recebido'],
  ['Completed', 'delivered', stages.completed, 'Concluído'],
  ['Cancelled', 'cancelled', stages.cancelled, 'Cancelado'],
  ['Concluída', 'delivered', stages.completed, 'Concluído'],
  ['Não pagos', 'pending', stages.unpaid, 'Não pago'],
  ['Canceladas', 'cancelled', stages.cancelled, 'Cancelado'],
  [
    'Order received, but buyer can still request a return until 2026-08-05',
    'delivered',
    stages.delivered,
    'O comprador pode pedir uma devolução até 2026-08-05',
  ],
])('%s is %s', (written, status, stage, platformStatus) => {
  expect(readStatus(written)).toEqual({ status, stage, platformStatus })
})

test.each(['Devolvido', 'Reembolsado', '', 'Enviado?', 'O comprador pediu uma devolução'])(
  '%j is no status that the marketplace uses, and is never guessed',
  (written) => expect(readStatus(written)).toBeNull(),
)
