import { CopyButton } from '@/components/identity/settings/security/copy-button'

type SetupTextProps = { name: string; text: string; copy: string; copied: string }

/** Something to be pasted elsewhere; stands in a `dl`. */
export function SetupText({ name, text, copy, copied }: SetupTextProps) {
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
        <CopyButton text={text} label={copy} copied={copied} />
      </dd>
    </div>
  )
}
