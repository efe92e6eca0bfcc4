import { translatorIn } from '../i18n/translator'
import { locales, type Language } from '../language'
import type { EmailKind } from './emails'
import type { Mail } from './transport'

export type EmailLine = { text: string; link: string }
export type EmailContent = {
  email: string
  /** Null for a reader without an account yet. */
  displayName: string | null
  language: Language
  /** Where the email's button leads; without one it only tells. */
  link?: string
  values?: Record<string, string | number>
  /** Set out one below the other, in the reader's language; each may lead to a page of its own. */
  lines?: (string | EmailLine)[]
  /** Another email than the one that was asked for. */
  kind?: EmailKind
}

/** The whole mail in the reader's language, as text and as HTML; what people typed is shown as they typed it, never as markup or as a link. */
export function writeEmail(
  kind: EmailKind,
  { email, displayName, language, link, values, lines = [] }: EmailContent,
): Mail {
  const t = translatorIn(language, 'mail')
  const typed = mapValues(values ?? {}, (value) => (typeof value === 'string' ? unlinked(value) : value))
  const words: Words = {
    subject: t(`${kind}.subject`, typed).replace(/\p{Cc}+/gu, ' '),
    greeting: displayName ? t('greeting', { name: unlinked(displayName) }) : t('greetingUnnamed'),
    text: t(`${kind}.text`, typed),
    lines: lines.map((line) => {
      return typeof line === 'string' ? { text: unlinked(line) } : { text: unlinked(line.text), link: line.link }
    }),
    button:
      link === undefined
        ? undefined
        : { text: t(`${kind}.button` as 'confirm.button'), link, fallback: t('linkFallback') },
    ignore: t(`${kind}.ignore`, typed),
    footer: t('footer'),
  }
  const { subject, greeting, text, button, ignore, footer } = words
  const list = words.lines.map(({ text: line, link: to }) => `• ${line}${to ? `\n  ${to}` : ''}`).join('\n')
  const parts = [greeting, text, list, button && `${button.text}:\n${button.link}`, ignore, footer]
  return { to: email, subject, text: parts.filter(Boolean).join('\n\n'), html: layOut(words, locales[language]) }
}

type Words = Record<'subject' | 'greeting' | 'text' | 'ignore' | 'footer', string> & {
  lines: { text: string; link?: string }[]
  button: { text: string; link: string; fallback: string } | undefined
}

// Mail programs make links of text that looks like an address; an invisible joiner keeps a name from being one.
const unlinked = (text: string) => text.replace(/(?<=\S)[.。．｡:@/](?=\S)/gu, '$&\u2060')

const SANS = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

// Tables and inline styles, since mail programs know little else; readable without images and in dark mode.
function layOut(words: Words, locale: string): string {
  const [subject, greeting, text, ignore, footer] = [
    words.subject,
    words.greeting,
    words.text,
    words.ignore,
    words.footer,
  ].map(escape)
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;background:#faf9f7;${SANS}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e7e4df;border-radius:12px">
<tr><td style="padding:32px;color:#1b1a18;font-size:15px;line-height:24px;${SANS}">
<p style="margin:0 0 24px;font-size:16px;font-weight:700;color:#0070b0">Mascate</p>
<p style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700">${greeting}</p>
<p style="margin:0 0 24px">${text}</p>
${layOutLines(words.lines)}${layOutButton(words.button)}<p style="margin:0;font-size:13px;line-height:20px;color:#57534d">${ignore}</p>
</td></tr></table>
<p style="margin:16px 0 0;font-size:12px;line-height:18px;color:#716c65">${footer}</p>
</td></tr></table>
</body></html>`
}

function layOutLines(lines: Words['lines']): string {
  if (lines.length === 0) return ''
  const items = lines
    .map(({ text, link }) => {
      const body = link ? `<a href="${escape(link)}" style="color:#0070b0">${escape(text)}</a>` : escape(text)
      return `<li style="margin:0 0 8px">${body}</li>`
    })
    .join('')
  return `<ul style="margin:0 0 24px;padding:0 0 0 20px">${items}</ul>\n`
}

function layOutButton(button: Words['button']): string {
  if (!button) return ''
  const [href, text, fallback] = [button.link, button.text, button.fallback].map(escape)
  return `<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#007bbc;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px">${text}</a></p>
<p style="margin:0 0 4px;font-size:13px;line-height:20px;color:#57534d">${fallback}</p>
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a href="${href}" style="color:#0070b0">${href}</a></p>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

const mapValues = <T>(record: Record<string, T>, map: (value: T) => T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
