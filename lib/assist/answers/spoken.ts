import type { Language } from '@/lib/core/language'

/** How words are written in a hurry, and what they stand for; each is a whole word. */
const forms: Record<Language, Record<string, string>> = {
  pt: {
    ...{ qto: 'quanto', qtos: 'quantos', qnto: 'quanto', qnt: 'quanto', qta: 'quanta', qtas: 'quantas' },
    ...{ hj: 'hoje', hje: 'hoje', ontm: 'ontem', mto: 'muito', qdo: 'quando' },
    ...{ pra: 'para', pras: 'para as', pro: 'para o', pros: 'para os' },
    ...{ ta: 'esta', tao: 'estao', tah: 'esta', to: 'estou', tou: 'estou', tamo: 'estamos', tava: 'estava' },
    ...{ oq: 'o que', oque: 'o que', q: 'que', ql: 'qual', qq: 'o que' },
    ...{ pq: 'por que', porque: 'por que', vc: 'voce', vcs: 'voces' },
    ...{ kd: 'cade', cd: 'cade', pfv: 'por favor', pf: 'por favor', fzr: 'fazer', dps: 'depois', hrs: 'horas' },
    ...{ jan: 'janeiro', fev: 'fevereiro', abr: 'abril', jun: 'junho', jul: 'julho', ago: 'agosto', nov: 'novembro' },
    ...{ prod: 'produto', prods: 'produtos', msm: 'mesmo', tbm: 'tambem', fds: 'fim de semana' },
  },
  en: {
    ...{ whats: 'what is', wheres: 'where is', hows: 'how is', im: 'i am', ive: 'i have' },
    ...{ avg: 'average', rev: 'revenue', prod: 'product', prods: 'products', pls: 'please', plz: 'please' },
    ...{ u: 'you', ur: 'your', wk: 'week', yr: 'year', mth: 'month', tmrw: 'tomorrow', ytd: 'year to date' },
    ...{ jan: 'january', feb: 'february', apr: 'april', jun: 'june', jul: 'july', aug: 'august' },
    ...{ sep: 'september', sept: 'september', oct: 'october', nov: 'november', dec: 'december' },
    ...{ r: 'are', whos: 'who is', tshirt: 't-shirt', tshirts: 't-shirts' },
    ...{ gonna: 'going to', gotta: 'have to', wanna: 'want to' },
  },
}

/** A plain question with its hurried words written out. */
export const writtenOut = (text: string, language: Language): string =>
  ` ${text
    .trim()
    .split(' ')
    .map((word) => (Object.hasOwn(forms[language], word) ? forms[language][word] : word))
    .join(' ')} `
