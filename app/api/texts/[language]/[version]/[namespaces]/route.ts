import { hasNamespace, inOrder, pickMessages, type Namespace } from '@/lib/core/i18n/client-messages'
import { pathOf, scriptOf, versionOf } from '@/lib/core/i18n/text-files'
import { languages } from '@/lib/core/language'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'

type Context = { params: Promise<{ language: string; version: string; namespaces: string }> }

const messagesOf = { pt, en }

/** Texts of client components, the same for everybody: a browser asks once for each part of each version (lib/core/i18n/text-files.ts). */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { language: wanted, version, namespaces } = await params
  const language = languages.find((known) => known === wanted)
  const names = namespaces.split(',')
  if (!language || names.length > 60 || !names.every((name) => hasNamespace(pt, name)))
    return new Response(null, { status: 404 })
  // One address for the same texts, so that a cache does not keep many copies of them.
  const ordered = inOrder(names)
  if (ordered.join() !== namespaces)
    return new Response(null, {
      status: 307,
      headers: { location: pathOf(language, encodeURIComponent(version), ordered), 'cache-control': 'no-store' },
    })
  const texts = pickMessages(messagesOf[language], names as Namespace[])
  return new Response(scriptOf(texts), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // A page of another version than this process: it gets today's words, and asks again next time.
      'cache-control': version === versionOf(texts) ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  })
}
