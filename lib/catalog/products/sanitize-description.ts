import sanitizeHtml from 'sanitize-html'

const WHOLE_ADDRESS = /^(https?:\/\/|mailto:)/i

/** The editor's own output, and no more: everything that is not named here is dropped. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  allowedClasses: {},
  allowedStyles: {},
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'object',
    'svg',
    'math',
  ],
  enforceHtmlBoundary: false,
  parser: { decodeEntities: true },
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { ...(WHOLE_ADDRESS.test(href) && { href }), rel: 'noopener noreferrer nofollow' },
    }),
  },
}

/**
 * A product's description as safe HTML. Run on write and again on read: what is stored is not trusted. Twice each time: a tag that was
 * dropped may have kept one before it open.
 */
export const sanitizeDescription = (html: string): string => sanitizeHtml(sanitizeHtml(html, ALLOWED), ALLOWED).trim()
