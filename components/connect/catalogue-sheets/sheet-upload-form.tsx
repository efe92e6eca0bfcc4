'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState, type FormEvent } from 'react'
import { sendTo } from '@/components/connect/order-imports/send-file'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { newIdempotencyKey, type ActionFailure } from '@/components/ui/use-action'
import { maxCatalogueRows } from '@/lib/connect/catalogue-sheets/fields'
import { sheetKinds, sheetsPath, type SheetKindName } from '@/lib/connect/catalogue-sheets/schema'

const maxBytes = 50 * 1024 * 1024
const fileField = 'file'
const noChannel = ''
const newChannel = '+'

/** A file chosen before hydration. */
function readChosen(form: HTMLFormElement): File | null {
  const chosen = new FormData(form).get(fileField)
  return chosen instanceof File && chosen.name !== '' ? chosen : null
}

export function SheetUploadForm({ channels }: { channels: string[] }) {
  const t = useTranslations('sheets')
  const router = useRouter()
  const { organizationId } = useOrganization()
  const key = useRef<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<SheetKindName>('catalogue')
  const [channel, setChannel] = useState(noChannel)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState<string>()
  const [error, setError] = useState<ActionFailure | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const chosenChannel = kind === 'sales' ? (channel === newChannel ? name.trim() : channel) : ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sent !== null) return
    const chosen = file ?? readChosen(event.currentTarget)
    setMissing(chosen ? undefined : t('upload.fileNeeded'))
    setError(null)
    if (!chosen) return
    setFile(chosen)
    key.current ??= newIdempotencyKey()
    setSent(0)
    const query = new URLSearchParams({ kind, fileName: chosen.name, channel: chosenChannel })
    const result = await sendTo(`/api/sheets?${query}`, {
      file: chosen,
      organizationId,
      idempotencyKey: key.current,
      onProgress: setSent,
    })
    if (result.ok) return router.push(`${sheetsPath}/${result.data.importId}`)
    if (result.error !== 'connectionTimeout') key.current = null
    setSent(null)
    setError({ code: result.error, values: result.values, reference: result.reference })
  }
  const change = (apply: () => void) => {
    key.current = null
    setError(null)
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
        >
          {sheetKinds.map((each) => (
            <option key={each} value={each}>
              {t(`kinds.${each}`)}
            </option>
          ))}
        </Select>
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
