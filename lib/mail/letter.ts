import { createTranslator } from 'use-intl/core'
import { locales, type Language } from '../language'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import type { Mail } from './transport'

export type LetterKind = 'confirm' | 'accountExists'
type LetterTo = { email: string; displayName: string; language: Language; link: string }

const messages = { pt, en }

/** The whole mail in the reader's language, as text and as HTML; what people typed is shown as they typed it, never as markup. */
export function writeLetter(kind: LetterKind, { email, displayName, language, link }: LetterTo): Mail {
  const t = createTranslator({ locale: language, messages: messages[language], namespace: 'mail' })
  const words = {
    subject: t(`${kind}.subject`),
    greeting: t(`${kind}.greeting`, { name: displayName }),
    text: t(`${kind}.text`),
    button: t(`${kind}.button`),
    ignore: t(`${kind}.ignore`),
    linkFallback: t('linkFallback'),
    footer: t('footer'),
  }
  const { subject, greeting, text, button, ignore, footer } = words
  return {
    to: email,
    subject,
    text: [greeting, text, `${button}:\n${link}`, ignore, footer].join('\n\n'),
    html: layOut(words, link, locales[language]),
  }
}

type Words = Record<'subject' | 'greeting' | 'text' | 'button' | 'ignore' | 'linkFallback' | 'footer', string>

const SANS = "font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

// Tables and inline styles, since mail programs know little else; readable without images and in dark mode.
function layOut(words: Words, link: string, locale: string): string {
  const { subject, greeting, text, button, ignore, linkFallback, footer } = mapValues(words, escape)
  const href = escape(link)
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
<p style="margin:0 0 24px"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#007bbc;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px">${button}</a></p>
<p style="margin:0 0 4px;font-size:13px;line-height:20px;color:#57534d">${linkFallback}</p>
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a href="${href}" style="color:#0070b0">${href}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534d">${ignore}</p>
</td></tr></table>
<p style="margin:16px 0 0;font-size:12px;line-height:18px;color:#716c65">${footer}</p>
</td></tr></table>
</body></html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

const mapValues = <K extends string>(record: Record<K, string>, map: (text: string) => string) =>
  Object.fromEntries(Object.entries<string>(record).map(([key, text]) => [key, map(text)])) as Record<K, string>
