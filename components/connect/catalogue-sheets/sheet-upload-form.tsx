'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { fileField, readChosen, useSheetSending } from '@/components/connect/order-imports/use-sheet-sending'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { maxCatalogueRows } from '@/lib/connect/catalogue-sheets/fields'
import { sheetKinds, sheetsPath, type SheetKindName } from '@/lib/connect/catalogue-sheets/schema'

const maxBytes = 50 * 1024 * 1024
const noChannel = ''
const newChannel = '+'

export function SheetUploadForm({ channels }: { channels: string[] }) {
  const t = useTranslations('sheets')
  const router = useRouter()
  const { send, sent, error, clearError, renewKey } = useSheetSending((importId) =>
    router.push(`${sheetsPath}/${importId}`),
  )
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<SheetKindName>('catalogue')
  const [channel, setChannel] = useState(noChannel)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState<string>()
  const chosenChannel = kind === 'sales' ? (channel === newChannel ? name.trim() : channel) : ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== null) return
    const chosen = file ?? readChosen(event.currentTarget)
    setMissing(chosen ? undefined : t('upload.fileNeeded'))
    clearError()
    if (!chosen) return
    setFile(chosen)
    const query = new URLSearchParams({ kind, fileName: chosen.name, channel: chosenChannel })
    await send(`/api/sheets?${query}`, chosen)
  }
  const change = (apply: () => void) => {
    renewKey()
    clearError()
    apply()
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4" noValidate>
      <FormError error={error} />
      <Field label={t('upload.kind')}>
        <Select
          value={kind}
          disabled={sent !== null}
          onChange={({ target }) => change(() => setKind(target.value as SheetKindName))}
          options={sheetKinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
        />
      </Field>
      <FileDrop
        label={t('upload.drop')}
        hint={t('upload.hint', { megabytes: 50, rows: maxCatalogueRows })}
        accept={['.xlsx', '.xls', '.ods', '.csv', '.txt']}
        name={fileField}
        maxBytes={maxBytes}
        file={file}
        disabled={sent !== null}
        error={missing}
        onChange={(chosen) =>
          change(() => {
            setFile(chosen)
            setMissing(undefined)
          })
        }
      />
      {kind === 'sales' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('upload.channel')} hint={t('upload.channelHint')}>
            <Select
              value={channel}
              disabled={sent !== null}
              onChange={({ target }) => change(() => setChannel(target.value))}
            >
              <option value={noChannel}>{t('upload.noChannel')}</option>
              {channels.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
              <option value={newChannel}>{t('upload.newChannel')}</option>
            </Select>
          </Field>
          {channel === newChannel && (
            <Field label={t('upload.channelName')} required>
              <Input
                value={name}
                maxLength={80}
                autoComplete="off"
                disabled={sent !== null}
                onChange={({ target }) => change(() => setName(target.value))}
              />
            </Field>
          )}
        </div>
      )}
      {sent === null ? (
        <Button type="submit" variant="primary">
          {t('upload.submit')}
        </Button>
      ) : (
        <Progress
          label={t('upload.sending')}
          value={Math.round(sent * 100)}
          detail={t('upload.percent', { percent: Math.round(sent * 100) })}
        />
      )}
    </form>
  )
}
