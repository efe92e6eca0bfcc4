import type { Language } from '@/lib/core/language'

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that change nothing of what is asked. Negations, comparisons and verbs of doing are none. */
export const fillers: Record<Language, ReadonlySet<string>> = {
  pt: list(
    'a o as os um uma e de da do das dos em no na nos nas ao aos qual quais quanto quantos quanta quantas que foi foram eh sao esta estao ' +
      'meu meus minha minhas nosso nossos nossa nossas eu nos tenho temos tive tivemos teve ha houve existe existem tem ' +
      'me diga mostre mostra mostrar liste listar lista ver quero saber gostaria total ao todo aqui agora ' +
      'oi ola bom boa entao voce pode poderia dizer informe informar ai deu',
  ),
  en: list(
    'a an the and of in on at for to from what which how much many did do does is are was were be been have has had i we my our us ' +
      'me you can could would show tell give list see know want like please total overall currently now there any hi hello so ' +
      'that get got s',
  ),
}

export const shopMarks = ['loja', 'lojas', 'shop', 'shops', 'store', 'stores']
export const productMarks = ['produto', 'produtos', 'product', 'products', 'sku', 'item', 'itens', 'items']
/** Words of courtesy. */
export const courtesy =
  /(?:por favor|bom dia|boa (?:tarde|noite)|good (?:morning|afternoon|evening)|thank you|obrigad[oa]|ate (?:agora|o momento)|so far)/
export const everyShop =
  /(?:(?:em |de |das |nas |for |in |of |across )?(?:todas as lojas|todas as minhas lojas|all (?:of )?(?:my |the )?(?:shops|stores))|(?:na|da) empresa (?:toda|inteira)|ao todo|no total|in total|(?:of |in )?the whole company)/

/** Further words that say nothing where the others of a question are known one by one. Negations, limits and what lies ahead are none. */
export const idleWords: Record<Language, ReadonlySet<string>> = {
  pt: list(
    'sabe gente galera pessoal mano eai mim lembra lembre confere confira checa verifica ficou ficaram rolou todo toda todos todas cara amigo amiga viu ne la tipo olha manda passa diz fala fale quis consegue consigo preciso ' +
      'estou estamos estava sou fiz fez fizemos ja ainda para por com numa num sobre alguma algum alguns algumas alguem coisa coisas ' +
      'tudo isso essa esse esta este mesmo la minha meus favor obrigado obrigada pfv pf plz kkk kk rs hein ok tudo bem ve la voces ' +
      'dona seu senhor quais agorinha certinho rapidinho',
  ),
  en: list(
    'hey guys folks remind good got all ok okay so just really actually right already yet still some something anything ' +
      'any these those this here am being been r it its by with into as please thanks need needs let lets check quick quickly said say ' +
      'on',
  ),
}
