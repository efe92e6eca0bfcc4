import type { MetadataRoute } from 'next'
import { getTranslations } from 'next-intl/server'

/** A phone or a computer can keep the product as an app of its own: it opens with the day's sales, or the day's work. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [pages, common] = await Promise.all([getTranslations('pages'), getTranslations('common')])
  const brand = common('brand')
  return {
    id: '/dashboard',
    name: brand,
    short_name: brand,
    description: pages('description'),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f7',
    theme_color: '#faf9f7',
    icons: [
      { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
