import { sanitizeDescription } from '@/lib/catalog/products/sanitize-description'

/** What a seller wrote. The one place that puts HTML into a page, and only what the sanitizer lets through. */
export function ProductDescription({ html }: { html: string }) {
  // oxlint-disable-next-line mascate/no-html
  return <div className="rich-text max-w-prose" dangerouslySetInnerHTML={{ __html: sanitizeDescription(html) }} />
}
