import type { Language } from '../language'

type Texts = { title: string; text: string; retry: string; reference: string }

/** For the one page that renders when the messages themselves may be out of reach. */
export const emergencyTexts: Record<Language, Texts> = {
  pt: {
    title: 'O Mascate não conseguiu abrir',
    text: 'Seus dados estão salvos. Tente de novo em um instante.',
    retry: 'Tentar de novo',
    reference: 'Referência',
  },
  en: {
    title: 'Mascate could not open',
    text: 'Your data is safe. Try again in a moment.',
    retry: 'Try again',
    reference: 'Reference',
  },
}
