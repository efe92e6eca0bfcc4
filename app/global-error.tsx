'use client'

import { useSyncExternalStore } from 'react'
import { emergencyTexts } from '@/lib/core/i18n/emergency-texts'
import { locales, type Language } from '@/lib/core/language'
import './globals.css'

/** The root layout itself failed: no messages, no providers, plain HTML. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const language = useSyncExternalStore(never, chosenLanguage, () => 'pt' as const)
  const text = emergencyTexts[language]
  return (
    <html lang={locales[language]} data-theme="ocean-blue">
      <head>
        <title>{text.title}</title>
      </head>
      <body>
        <main className="mx-auto grid min-h-dvh max-w-md content-center gap-3 p-6 text-center">
          <h1 className="text-[22px]">{text.title}</h1>
          <p className="text-ink-2">{text.text}</p>
          <button
            type="button"
            onClick={retry}
            className="mx-auto mt-2 min-h-control rounded-control bg-accent px-4 font-semibold text-on-accent"
          >
            {text.retry}
          </button>
          {error.digest && <p className="text-xs text-ink-3">{`${text.reference}: ${error.digest}`}</p>}
        </main>
      </body>
    </html>
  )
}

const never = () => () => undefined
const chosenLanguage = (): Language => (/(?:^|; )language=en/.test(document.cookie) ? 'en' : 'pt')
