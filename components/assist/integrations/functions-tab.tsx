import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { FunctionRow } from '@/lib/assist/integrations/views'
import type messages from '@/messages/pt-BR.json'
import { SetupText } from './setup-text'

type Described = `descriptions.${keyof (typeof messages)['apis']['functions']['descriptions']}`

/** The functions that one's own programs may call, and how. */
export function FunctionsTab({ address, rows }: { address: string; rows: FunctionRow[] }) {
  const t = useTranslations('apis.functions')
  const words = { copy: t('copy'), copied: t('copied') }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader title={t('title')} description={t('text')} className="mb-3" />
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SetupText name={t('address')} text={callOf(address)} {...words} />
          <SetupText name={t('example')} text={exampleOf(address)} {...words} />
        </dl>
        <p className="mt-4">
          <a href={address} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {t('openapi')}
          </a>
        </p>
      </Card>
      <Card flush>
        <CardHeader className="p-4" title={t('list')} />
        <Table label={t('list')} className="border-t border-line">
          <Thead>
            <Th>{t('name')}</Th>
            <Th>{t('does')}</Th>
            <Th>{t('needs')}</Th>
          </Thead>
          <Tbody>
            {rows.map(({ name, changes }) => (
              <Tr key={name}>
                <Td primary>
                  <code className="text-[13px] whitespace-nowrap">{name}</code>
                </Td>
                <Td className="text-ink-2">{t(`descriptions.${name}` as Described)}</Td>
                <Td label={t('needs')} className="whitespace-nowrap">
                  {t(changes ? 'changes' : 'reads')}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </Card>
    </div>
  )
}

const callOf = (address: string) => `POST ${address}/{name}`

const exampleOf = (address: string) =>
  [
    `curl -X POST ${address}/sales_summary \\`,
    '  -H "Authorization: Bearer mct_…" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"period":"30d"}'`,
  ].join('\n')
