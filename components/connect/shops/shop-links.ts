const withShop = (path: string) => (shopId: string) => `${path}?${new URLSearchParams({ shop: shopId }).toString()}`

export const mappingHref = withShop('/dashboard/minha-empresa/mapeamento-produtos')
export const failuresHref = withShop('/dashboard/minha-empresa/shopee-central/falhas')
export const warehousePath = '/dashboard/minha-empresa/produtos'
