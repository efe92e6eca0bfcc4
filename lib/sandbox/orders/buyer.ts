import { createHash } from 'node:crypto'

export type Recipient = {
  name: string
  phone: string
  town: string
  district: string
  city: string
  state: string
  region: string
  zipcode: string
  full_address: string
}

const firstNames = ['Ana', 'Beatriz', 'Carlos', 'Débora', 'Eduardo', 'Fernanda', 'Gustavo', 'Helena', 'Igor', 'Juliana']
const moreNames = ['Aparecida', 'Luiz', 'Cristina', 'Henrique', 'Regina', 'Roberto', '']
const familyNames = ['Silva', 'Souza', 'Costa', 'Santos', 'Oliveira', 'Pereira', 'Rodrigues', 'Almeida', 'Gonçalves']
const streets = ['Rua das Flores', 'Avenida Brasil', 'Rua São João', 'Travessa do Comércio', 'Rua XV de Novembro']
const districts = ['Centro', 'Jardim América', 'Vila Nova', 'Boa Vista', 'Santo Antônio', 'Parque das Nações']
/** City, state and the first digits of its postal codes. */
const places = [
  ['São Paulo', 'São Paulo', '01310'],
  ['Rio de Janeiro', 'Rio de Janeiro', '20040'],
  ['Belo Horizonte', 'Minas Gerais', '30130'],
  ['Curitiba', 'Paraná', '80010'],
  ['Porto Alegre', 'Rio Grande do Sul', '90010'],
  ['Salvador', 'Bahia', '40020'],
  ['Recife', 'Pernambuco', '50010'],
  ['Fortaleza', 'Ceará', '60025'],
  ['Goiânia', 'Goiás', '74003'],
  ['Manaus', 'Amazonas', '69005'],
] as const

/** Numbers of the buyer: the same every time, distinguished by their use. */
function seedOf(buyerUserId: bigint, use: string): (below: number) => number {
  const bytes = createHash('sha256').update(`${use}:${buyerUserId}`).digest()
  let at = 0
  return (below) => bytes.readUInt16BE((at++ * 2) % 32) % below
}

const pick = <T>(from: readonly T[], next: (below: number) => number): T => from[next(from.length)]!

/** Invented, and the same for the same buyer, so that history needs no address of its own. */
export function recipientOf(buyerUserId: bigint): Recipient {
  const next = seedOf(buyerUserId, 'recipient')
  const name = [pick(firstNames, next), pick(moreNames, next), pick(familyNames, next), pick(familyNames, next)]
  const [city, state, zip] = pick(places, next)
  const district = pick(districts, next)
  const zipcode = `${zip}${String(next(1000)).padStart(3, '0')}`
  const street = `${pick(streets, next)}, ${next(2000) + 1}`
  return {
    name: name.filter(Boolean).join(' '),
    phone: `55${11 + next(80)}9${String(next(10_000)).padStart(4, '0')}${String(next(10_000)).padStart(4, '0')}`,
    town: '',
    district,
    city,
    state,
    region: 'BR',
    zipcode,
    full_address: `${street}, ${district}, ${city}, ${state}, ${zipcode}`,
  }
}

/** With check digits that hold. */
export function cpfOf(buyerUserId: bigint): string {
  const next = seedOf(buyerUserId, 'cpf')
  const digits = Array.from({ length: 9 }, () => next(10))
  for (const weightOfFirst of [10, 11]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (weightOfFirst - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export const maskText = '******'

/** Every field, and those that are empty anyway stay empty. */
export const maskRecipient = (recipient: Recipient): Recipient =>
  Object.fromEntries(Object.entries(recipient).map(([field, text]) => [field, text && maskText])) as Recipient
