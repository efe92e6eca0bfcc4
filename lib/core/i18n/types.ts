import type messages from '@/messages/pt-BR.json'
import type { Language } from '@/lib/core/language'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language
    Messages: typeof messages
  }
}
