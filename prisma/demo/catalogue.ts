/** Prices in cents, costs in reais, `pull`: how often it sells beside the others. Days are counted back from today. */
export type DemoGoods = {
  sku: string
  title: string
  price: number
  /** Null: the cost is missing. */
  cost: string | null
  stock: number
  pull: number
  shelf: string
  /** On sale from so many days ago, until so many days ago. */
  since?: number
  until?: number
  minimum?: number
}

type Row = readonly [
  sku: string,
  title: string,
  price: number,
  cost: string | null,
  stock: number,
  pull: number,
  shelf: string,
  more?: Partial<DemoGoods>,
]

const rows: readonly Row[] = [
  ['GAR-1L-INX', 'Garrafa térmica 1 L inox', 6490, '27.90', 41, 26, 'A1-02', { minimum: 20 }],
  ['POT-KIT-3', 'Kit 3 potes herméticos', 4990, '18.40', 58, 19, 'A1-03', { minimum: 20 }],
  ['LUM-ART-PR', 'Luminária de mesa articulada preta', 8990, '38.50', 1, 12, 'B2-01'],
  ['TAP-60-90', 'Tapete antiderrapante 60 × 90', 3990, '14.20', 7, 10, 'C1-01', { minimum: 10 }],
  ['CAP-SOF-3L', 'Capa de sofá 3 lugares cinza', 8890, null, 35, 6, 'C2-04'],
  ['SUP-CEL-VEI', 'Suporte de celular veicular', 2490, '9.80', 160, 9, 'B1-05'],
  ['ORG-GAV-6', 'Organizador de gaveta com 6 divisórias', 3290, '11.60', 21, 5, 'A2-02'],
  ['ESC-BAN-INX', 'Escova sanitária com suporte inox', 2990, '10.90', 5, 2.5, 'A2-06', { minimum: 8 }],
  ['JOG-FAC-6', 'Jogo de facas com 6 peças', 7990, '31.00', 16, 4, 'B1-01'],
  ['CHA-ELE-18', 'Chaleira elétrica 1,8 L', 11990, '58.70', 14, 9, 'B2-03'],
  ['LIX-PED-12', 'Lixeira com pedal 12 L', 6990, '29.90', 24, 2, 'C1-07'],
  ['COR-BLA-2', 'Cortina blackout 2,80 × 1,80', 10490, '47.10', 5, 3.5, 'C2-02'],
  ['FIT-LED-5M', 'Fita de LED 5 m com controle', 3790, '13.30', 9, 13, 'B1-02'],
  ['ESP-MAQ-LED', 'Espelho de maquiagem com LED', 5490, '22.40', 3, 2.5, 'A3-01'],
  ['NEC-VIA-AZ', 'Nécessaire de viagem azul', 3490, '12.10', 74, 1.6, 'A3-04'],
  ['CAM-PET-M', 'Cama pet tamanho M', 7490, '33.20', 12, 2.5, 'C3-01'],
  ['BEB-PET-2L', 'Bebedouro pet automático 2 L', 8490, '39.40', 15, 3, 'C3-02'],
  ['UMI-AR-300', 'Umidificador de ar 300 ml', 4590, null, 52, 3.5, 'B2-05'],
  ['MAS-FAC-ELE', 'Massageador facial elétrico', 5990, '24.80', 41, 1.2, 'A3-03'],
  ['CAI-SOM-BT', 'Caixa de som Bluetooth resistente à água', 12990, '64.00', 17, 7, 'B3-01'],
  ['CAB-USBC-2M', 'Cabo USB-C reforçado 2 m', 1990, '5.60', 240, 7, 'B3-04'],
  ['TOA-BAN-4', 'Jogo de 4 toalhas de banho', 13990, '71.50', 9, 1.6, 'C2-08'],
  ['AIR-POR-4L', 'Forma de silicone para air fryer', 2790, '8.30', 118, 8, 'A1-06', { since: 48 }],
  ['AQU-ELE-15', 'Aquecedor elétrico portátil 1500 W', 13490, '69.90', 23, 5, 'B3-07', { until: 105 }],
  ['COL-TER-CAS', 'Cobertor térmico de casal', 15990, '82.40', 14, 3, 'C2-09', { until: 112 }],
  ['PAP-PAR-3D', 'Papel de parede 3D com 10 placas', 5790, '45.90', 64, 1.2, 'C1-09'],
]

/** There is one of it, and more were sold. */
export const soldOutSku = 'LUM-ART-PR'

export const goods: readonly DemoGoods[] = rows.map(([sku, title, price, cost, stock, pull, shelf, more]) => ({
  sku,
  title,
  price,
  cost,
  stock,
  pull,
  shelf,
  ...more,
}))

/** Kits: several products sold as one; a kit has no stock of its own. */
export const kits = [
  {
    sku: 'KIT-PET-CASA',
    title: 'Kit pet: cama M e bebedouro automático',
    price: 14990,
    pull: 2,
    parts: ['CAM-PET-M', 'BEB-PET-2L'],
  },
  {
    sku: 'KIT-BANHEIRO',
    title: 'Kit banheiro: 4 toalhas e escova inox',
    price: 15990,
    pull: 1.5,
    parts: ['TOA-BAN-4', 'ESC-BAN-INX'],
  },
] as const

/** Sold two at a time. */
export const packs = [
  {
    of: 'CAB-USBC-2M',
    sku: 'CAB-USBC-2M-X2',
    title: '2 cabos USB-C reforçados 2 m',
    price: 3490,
    quantity: 2,
    pull: 4,
  },
] as const

/** Sold on the marketplace and not mapped to a product yet. */
export const unmapped = [
  { sku: 'GAR1LINOX-PT', title: 'Garrafa térmica 1 litro inox preta', price: 6790, pull: 2.5, since: 33 },
  { sku: null, title: 'Organizador de gavetas 6 divisórias bege', price: 3390, pull: 1.5, since: 25 },
  { sku: 'PORTA-TEMP-12', title: 'Porta-temperos giratório com 12 potes', price: 9490, pull: 1.2, since: 18 },
] as const

const longAgo = 9999
/** Prices go up with the months, and come down for a week now and then. */
export function priceOn(base: number, place: number, ago: number): number {
  const raised = 70 + ((place * 37) % 90)
  const raisedBefore = raised + 120
  const factor = ago > raisedBefore ? 0.88 : ago > raised ? 0.94 : 1
  const isOffered = (ago + place * 11) % 63 < 7
  return endingIn90(base * factor * (isOffered ? 0.91 : 1))
}
const endingIn90 = (cents: number) => Math.max(990, Math.round((cents - 90) / 100) * 100 + 90)

/** From how many days ago on a unit has cost what; the last one costs what stands in the catalogue. */
export function costSteps({ cost }: Pick<DemoGoods, 'cost'>, place: number): { ago: number; cost: string }[] {
  if (cost === null) return []
  const risen = 45 + ((place * 29) % 140)
  return [
    { ago: longAgo, cost: (Number(cost) * 0.93).toFixed(2) },
    { ago: risen, cost },
  ]
}
