import type { Random } from './random'

const firstNames =
  'Ana Beatriz Camila Daniela Eduarda Fernanda Gabriela Helena Isabela Juliana Larissa Letícia Mariana Natália Patrícia Rafaela Sofia Vanessa André Bruno Caio Diego Felipe Gustavo Henrique Igor João Leonardo Lucas Marcelo Otávio Pedro Rafael Thiago Vinícius'.split(
    ' ',
  )
const lastNames =
  'Almeida Araújo Barbosa Batista Cardoso Carvalho Castro Costa Dias Fernandes Ferreira Freitas Gomes Lima Lopes Machado Martins Melo Mendes Moraes Moreira Nascimento Nunes Oliveira Pereira Pinto Ramos Ribeiro Rocha Santana Santos Silva Soares Souza Teixeira Vieira'.split(
    ' ',
  )
/** How many days a parcel from São Paulo travels. */
const places = [
  { state: 'SP', city: 'Campinas', pull: 21, days: 3 },
  { state: 'SP', city: 'São Paulo', pull: 15, days: 2 },
  { state: 'MG', city: 'Belo Horizonte', pull: 13, days: 4 },
  { state: 'RJ', city: 'Niterói', pull: 11, days: 4 },
  { state: 'PR', city: 'Londrina', pull: 7, days: 4 },
  { state: 'RS', city: 'Caxias do Sul', pull: 6, days: 5 },
  { state: 'BA', city: 'Feira de Santana', pull: 6, days: 6 },
  { state: 'SC', city: 'Joinville', pull: 5, days: 4 },
  { state: 'PE', city: 'Recife', pull: 4, days: 7 },
  { state: 'CE', city: 'Fortaleza', pull: 3, days: 7 },
  { state: 'GO', city: 'Anápolis', pull: 3, days: 5 },
  { state: 'ES', city: 'Vila Velha', pull: 2, days: 4 },
  { state: 'DF', city: 'Brasília', pull: 2, days: 5 },
  { state: 'PA', city: 'Belém', pull: 1, days: 9 },
  { state: 'AM', city: 'Manaus', pull: 1, days: 10 },
] as const

export type DemoBuyer = {
  name: string
  username: string
  city: string
  state: string
  transitDays: number
  last: number
}

const comesBack = 0.36

/** The buyers of one shop: some are new, some have bought before. */
export function buyersOf(random: Random) {
  const known: DemoBuyer[] = []
  return {
    next(ago: number): DemoBuyer {
      if (known.length > 20 && random.next() < comesBack) {
        const again = Array.from({ length: 4 }, () => random.pick(known)).find(
          ({ last }) => last - ago >= 9 && last - ago <= 150,
        )
        if (again) {
          again.last = ago
          return again
        }
      }
      const buyer = newBuyer(ago)
      known.push(buyer)
      return buyer
    },
  }

  function newBuyer(ago: number): DemoBuyer {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
    const { state, city, days } = random.weighted(places)
    const plain = `${first}.${last}`.normalize('NFD').replace(/[^a-zA-Z.]/g, '')
    return {
      name: `${first} ${last}`,
      username: `${plain.toLowerCase()}${random.below(9000) + 1000}`,
      city,
      state,
      transitDays: days,
      last: ago,
    }
  }
}
