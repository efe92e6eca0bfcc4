const withShop = (path: string) => (shopId: string) => `${path}?${new URLSearchParams({ shop: shopId }).toString()}`

export const mappingHref = withShop('/dashboard/minha-empresa/mapeamento-produtos')
export const failuresHref = (shopId: string) =>
  `/dashboard/minha-empresa/shopee-central?${new URLSearchParams({ room: 'failures', shop: shopId }).toString()}`
