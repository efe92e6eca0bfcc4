import type { Language } from '@/lib/core/language'
import { UserError } from '@/lib/core/errors'
import { Refusal } from '../grammar'
import type { World } from '../reading'
import { plain } from '../words'

const products: Record<Language, readonly { sku: string; title: string }[]> = {
  pt: [
    { sku: 'CAM-PRETA-M', title: 'Camiseta preta básica M' },
    { sku: 'CAN-01', title: 'Caneca de porcelana' },
    { sku: 'GAR500', title: 'Garrafa térmica 500 ml' },
    { sku: 'CAP-IP13', title: 'Capinha iPhone 13 transparente' },
    { sku: 'MEIA-3', title: 'Kit 3 meias' },
  ],
  en: [
    { sku: 'CAM-PRETA-M', title: 'Black T-shirt basic M' },
    { sku: 'CAN-01', title: 'Porcelain mug' },
    { sku: 'GAR500', title: 'Thermal bottle 500 ml' },
    { sku: 'CAP-IP13', title: 'Clear iPhone case' },
    { sku: 'MEIA-3', title: '3 pairs of socks' },
  ],
}

/** The company that the bank's questions are asked of; what it finds by name is found as in the product. */
export const worldOf = (language: Language): World => ({
  today: '2026-11-20',
  shops: [
    { id: 'n', name: 'Loja Norte' },
    { id: 'b', name: 'Bella Modas' },
  ],
  findOrder: async (code) => (code === '2611182QFT1WTB' || code === '2611103ABC9KLM' ? 'order' : null),
  findProduct: async (name) => {
    const words = plain(name).trim().split(' ')
    const matches = products[language].filter(({ sku, title }) => {
      if (plain(sku) === plain(name)) return true
      return words.every((word) => `${plain(title)}${plain(sku)}`.includes(word))
    })
    if (matches.length !== 1)
      throw new UserError(matches.length ? 'productAmbiguous' : 'productUnknown', { values: { name } })
    return { ...matches[0]!, id: matches[0]!.sku }
  },
})

/** The SKU of the one product that an expected answer names. */
export const skuOf = async (name: string, language: Language): Promise<string> => {
  const product = await worldOf(language).findProduct(name)
  if (!product) throw new Refusal('productUnknown', { name })
  return product.sku
}
