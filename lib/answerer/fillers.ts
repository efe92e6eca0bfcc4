import type { Language } from '../language'

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that change nothing of what is asked. Negations, comparisons and verbs of doing are none. */
export const fillers: Record<Language, ReadonlySet<string>> = {
  pt: list(
    'a o as os um uma e de da do das dos em no na nos nas ao aos qual quais quanto quantos quanta quantas que foi foram eh sao esta estao ' +
      'meu meus minha minhas nosso nossos nossa nossas eu nos tenho temos tive tivemos teve ha houve existe existem tem ' +
      'me diga mostre mostra mostrar liste listar lista ver quero saber gostaria total ao todo aqui agora ' +
      'oi ola bom boa tarde noite entao voce pode poderia dizer informe informar ai deu',
  ),
  en: list(
    'a an the and of in on at for to from what which how much many did do does is are was were be been have has had i we my our us ' +
      'me you can could would show tell give list see know want like please total overall currently now there any hi hello so ' +
      'that get got s',
  ),
}

export const shopMarks = ['loja', 'lojas', 'shop', 'shops', 'store', 'stores']
export const productMarks = ['produto', 'produtos', 'product', 'products', 'sku', 'item', 'itens', 'items']
/** What is said to be polite. */
export const courtesy = /(?:por favor|bom dia|boa (?:tarde|noite)|thank you|obrigad[oa])/
export const everyShop =
  /(?:(?:em |de |das |nas |for |in |of |across )?(?:todas as lojas|todas as minhas lojas|all (?:of )?(?:my |the )?(?:shops|stores))|(?:na|da) empresa (?:toda|inteira)|ao todo|no total|in total|(?:of |in )?the whole company)/
