import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { ToolName } from '@/lib/assist/tools/contract'
import { SetupText } from './setup-text'

/** How an assistant of the person's own is connected: an address, a token, and what it may then ask. */
export function McpCard({ address, tools }: { address: string; tools: ToolName[] }) {
  const t = useTranslations('apis.mcp')
  const names = useTranslations('tools.names')
  const words = { copy: t('copy'), copied: t('copied') }
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <dl className="grid grid-cols-[minmax(0,1fr)]">
        <SetupText name={t('address')} text={address} {...words} />
      </dl>
      <div className="mt-4 grid gap-2">
        {clients.map(({ name, write }) => (
          <details key={name} className="min-w-0 rounded-control border border-line">
            <summary className="cursor-pointer rounded-control px-3 py-2.5 font-medium wrap-anywhere">
              {t(`clients.${name}`)}
            </summary>
            <dl className="grid grid-cols-[minmax(0,1fr)] border-t border-line p-3">
              <SetupText name={t('paste')} text={write(address)} {...words} />
            </dl>
          </details>
        ))}
      </div>
      <p className="mt-4 text-[13px] text-ink-2">{t('asks', { tools: tools.map((name) => names(name)).join(', ') })}</p>
    </Card>
  )
}

const bearer = 'Bearer mct_…'
const headers = { Authorization: bearer }
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** As each of them wants it written. Claude Desktop itself speaks to local programs alone: `mcp-remote` stands in between. */
const clients = [
  {
    name: 'claude',
    write: (url: string) =>
      json({
        mcpServers: {
          mascate: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${TOKEN}'],
            env: { TOKEN: bearer },
          },
        },
      }),
  },
  {
    name: 'claudeCode',
    write: (url: string) => `claude mcp add --transport http mascate ${url} --header "Authorization: ${bearer}"`,
  },
  { name: 'cursor', write: (url: string) => json({ mcpServers: { mascate: { url, headers } } }) },
  { name: 'vscode', write: (url: string) => json({ servers: { mascate: { type: 'http', url, headers } } }) },
  { name: 'other', write: (url: string) => `${url}\nAuthorization: ${bearer}` },
] as const
