'use client'

import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { inputClass } from './field'

type RichTextAreaProps = {
  label: string
  value: string
  onChange: (html: string) => void
  error?: string
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    blockquote: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, protocols: ['https', 'http', 'mailto'], HTMLAttributes: { rel: 'noopener nofollow' } },
  }),
]

export function RichTextArea({ label, value, onChange, error }: RichTextAreaProps) {
  const id = useId()
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: true,
    // A style element of its own is refused by the content policy; its rules stand in globals.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(error && { 'aria-describedby': `${id}-note`, 'aria-invalid': 'true' }),
        class: 'rich-text min-h-32 px-3 py-2 focus:outline-none pointer-coarse:text-base',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span id={`${id}-label`} className="text-[13px] font-medium" onClick={() => editor.commands.focus()}>
        {label}
      </span>
      <div
        className={classNames(
          'rounded-control border bg-surface focus-within:outline-2 focus-within:outline-accent-text',
          error ? 'border-bad' : 'border-edge',
        )}
      >
        <Toolbar editor={editor} />
        <EditorContent editor={editor} />
      </div>
      {error && (
        <p id={`${id}-note`} className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

type Tool = 'bold' | 'italic' | 'heading2' | 'heading3' | 'bulletList' | 'orderedList'

const signs: Record<Tool, string> = {
  bold: 'M5 3h5a3 3 0 0 1 0 6H5zM5 9h6a3.5 3.5 0 0 1 0 7H5z',
  italic: 'M8 3h6M5 16h6M11.5 3l-3.5 13',
  heading2: 'M3 4v12M10 4v12M3 10h7M13 9.5c.3-1.2 3.8-1.5 3.8.8 0 1.7-3.8 3.2-3.8 5.7h4',
  heading3: 'M3 4v12M10 4v12M3 10h7M13.5 9h3.5l-2 2.5c1.5 0 2.2 1 2.2 2.1 0 2.6-3.5 2.6-4 .9',
  bulletList: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  orderedList: 'M8 5h9M8 10h9M8 15h9M3 3.5 4 3v4M3 12.8c.2-1 2-1 2 .2 0 1-2 1.8-2 3.2h2.2',
}
const toggles: Record<Tool, (editor: Editor) => void> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  heading2: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  heading3: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
}
const tools = Object.keys(toggles) as Tool[]

function Toolbar({ editor }: { editor: Editor }) {
  const t = useTranslations('ui.editor')
  const [address, setAddress] = useState<string | null>(null)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading2: now.isActive('heading', { level: 2 }),
      heading3: now.isActive('heading', { level: 3 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  })
  const setLink = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else chain.setLink({ href: /^(https?:|mailto:)/i.test(href) ? href : `https://${href}` }).run()
    setAddress(null)
  }
  return (
    <div className="border-b border-line">
      <div role="toolbar" aria-label={t('toolbar')} className="flex flex-wrap gap-0.5 p-1">
        {tools.map((tool) => (
          <ToolButton
            key={tool}
            label={t(tool)}
            sign={signs[tool]}
            active={active[tool]}
            onClick={() => toggles[tool](editor)}
          />
        ))}
        <ToolButton
          label={t('link')}
          sign="M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1"
          active={active.link}
          onClick={() => setAddress(address === null ? String(editor.getAttributes('link').href ?? '') : null)}
        />
      </div>
      {address !== null && (
        <div className="flex flex-wrap gap-2 border-t border-line p-2">
          <input
            autoFocus
            type="url"
            aria-label={t('linkAddress')}
            placeholder={t('linkAddress')}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAddress(null)
              if (event.key !== 'Enter') return
              event.preventDefault()
              setLink(address.trim())
            }}
            className={classNames(inputClass, 'min-w-40 flex-1')}
          />
          <Button onClick={() => setLink(address.trim())}>{t('linkApply')}</Button>
          {active.link && (
            <Button variant="ghost" onClick={() => setLink('')}>
              {t('linkRemove')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type ToolButtonProps = { label: string; sign: string; active: boolean; onClick: () => void }

function ToolButton({ label, sign, active, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={active}
      title={label}
      onClick={onClick}
      className={classNames(
        'grid size-8 place-items-center rounded-md focus-visible:-outline-offset-2 pointer-coarse:h-control pointer-coarse:w-10',
        active ? 'bg-accent-soft text-accent-text' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 20 20"
        className="size-[18px]"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={sign} />
      </svg>
    </button>
  )
}
