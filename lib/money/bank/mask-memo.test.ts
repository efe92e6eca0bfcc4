import { maskMemo } from './mask-memo'

test.each([
  ['PIX RECEBIDO JOAO SOUZA 555.666.777-88', 'PIX RECEBIDO JOAO SOUZA •••'],
  ['PIX 55566677788 JOAO', 'PIX ••• JOAO'],
  ['PIX 555 666 777 88', 'PIX •••'],
  ['TED SHPP BRASIL 38.372.267/0001-82', 'TED SHPP BRASIL •••'],
  ['TED 38372267000182', 'TED •••'],
  [
    'Transferência recebida pelo Pix - JOAO - •••.666.777-•• - Conta: 1234567-8',
    'Transferência recebida pelo Pix - JOAO - ••• - Conta: 1234567-8',
  ],
  ['PIX ***.666.777-**', 'PIX •••'],
  ['PIX +5511987654321', 'PIX +•••'],
  ['DOC 081234 de 10/08/2026 R$ 1.234,56', 'DOC 081234 de 10/08/2026 R$ 1.234,56'],
])('%s is kept as %s', (memo, kept) => expect(maskMemo(memo)).toBe(kept))
