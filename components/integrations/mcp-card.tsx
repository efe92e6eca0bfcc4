import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/settings/security/copy-button'
import { Card, CardHeader } from '@/components/ui/card'
import type { ToolName } from '@/lib/tools/contract'

/** How an assistant of the person's own is connected: an address, a token, and what it may then ask. */
export function McpCard({ address, tools }: { address: string; tools: ToolName[] }) {
  const t = useTranslations('apis.mcp')
  const names = useTranslations('tools.names')
  const setups = [
    { name: t('byFile'), text: configOf(address) },
    { name: t('byCommand'), text: commandOf(address) },
  ]
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Setup name={t('address')} text={address} />
        {setups.map(({ name, text }) => (
          <Setup key={name} name={name} text={text} />
        ))}
      </dl>
      <p className="mt-4 text-[13px] text-ink-2">{t('asks', { tools: tools.map((name) => names(name)).join(', ') })}</p>
    </Card>
  )
}

function Setup({ name, text }: { name: string; text: string }) {
  const t = useTranslations('apis.mcp')
  return (
    <div>
      <dt className="mb-1 text-[13px] font-medium text-ink-2">{name}</dt>
      <dd className="flex flex-wrap items-start gap-2">
        <pre
          tabIndex={0}
          className="min-w-0 flex-1 overflow-x-auto max-sm:basis-full rounded-control border border-line bg-sunken p-3 text-[13px]"
        >
          {text}
        </pre>
        <CopyButton text={text} label={t('copy')} copied={t('copied')} />
      </dd>
    </div>
  )
}

const TOKEN = 'mct_…'

const configOf = (url: string) =>
  JSON.stringify(
    { mcpServers: { mascate: { type: 'http', url, headers: { Authorization: `Bearer ${TOKEN}` } } } },
    null,
    2,
  )
const commandOf = (url: string) =>
  `claude mcp add --transport http mascate ${url} --header "Authorization: Bearer ${TOKEN}"`
