import { sanitizeDescription } from '@/lib/catalog/products/sanitize-description'

/** The seller's HTML. The one place that puts HTML into a page, and only as the sanitizer lets it through. */
export function ProductDescription({ html }: { html: string }) {
  // oxlint-disable-next-line mascate/no-html
  return <div className="rich-text max-w-prose" dangerouslySetInnerHTML={{ __html: sanitizeDescription(html) }} />
}
