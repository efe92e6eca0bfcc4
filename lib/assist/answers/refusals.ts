import type { RefusalName } from './grammar'

type Reason = [RefusalName, RegExp]

/** Requests without a figure of the company, by their wording; the first match gives the reason. */
const reasons: readonly Reason[] = [
  [
    'instructions',
    /ignor(?:e|a|ar) (?:tod[ao]s )?(?:as |suas |all |your |the |previous |any )|esquec[ae] (?:tudo|as|suas)|instrucoes|instructions|system prompt|prompt|finja|pretend|aja como|act as|jailbreak|modo (?:desenvolvedor|admin)|developer mode|your rules|suas regras|api key|chave (?:de api|da api|secreta)|senha|password|token|outra organizacao|other organi[sz]ation|select \S+ from|drop table/,
  ],
  [
    'write',
    /^ (?:(?:por favor|please|voce pode|can you|could you|quero que|i want you to|pode) )*(?:apag(?:ue|a|ar)|exclu(?:a|i|ir)|delet(?:e|a|ar)|remov(?:a|e|er)|cancel(?:a|e|ar)?|mud(?:e|a|ar)|alter(?:e|a|ar)|troqu?(?:e|a|ar)|cri(?:e|a|ar)|cadastr(?:e|a|ar)|adicion(?:e|a|ar)|lanc(?:e|a|ar)|envi(?:e|a|ar)|mand(?:e|a|ar)|pag(?:ue|a|ar)|marqu?(?:e|ar)|baix(?:e|ar)|sub(?:a|ir)|aument(?:e|ar)|reduz(?:a|ir)?|ajust(?:e|ar)|conect(?:e|ar)|desconect(?:e|ar)|paus(?:e|ar)|respond(?:a|er)|emit(?:a|ir)|compr(?:e|ar)|transfir(?:a|ir)|zer(?:e|ar)|edit(?:e|ar)?|change|set|create|add|send|pay|mark|update|lower|raise|increase|reduce|adjust|connect|disconnect|publish|pause|reply|refund|ship|buy|transfer|register|rename|archive|arquiv(?:e|ar)) /,
  ],
  [
    'advice',
    / (?:devo|deveria|deveriamos|devemos|vale a pena|compensa|recomend\w+|suger\w+|sugira|aconselh\w+|dica|dicas|melhorar|o que (?:eu )?(?:faco|fazer)|como (?:posso|faco|vender|aumentar|melhorar|reduzir)|should|recommend\w*|suggest\w*|advice|advise|worth it|what (?:can|should) i do|how (?:can|do|should) i (?:sell|improve|increase|reduce|grow)|improve|melhor preco|best price|ideal|idea|ideia) /,
  ],
  [
    'forecast',
    / (?:previs(?:ao|oes)|prever|projec\w+|estimativa|vou (?:vender|lucrar|faturar|ter)|vamos (?:vender|lucrar|faturar)|venderei|lucrarei|sera que|tendencia|forecast\w*|predict\w*|projection|expected sales|will (?:i|we|it|my) (?:sell|make|earn|grow|sales|profit)|going to (?:sell|make|earn)|trend) /,
  ],
  [
    'others',
    / (?:concorrent\w*|concorrencia|outr[ao]s? (?:empresas?|vendedores|vendedor|lojistas?)|mercado livre|amazon|magalu|magazine luiza|shein|aliexpress|tiktok|competitors?|competition|other (?:companies|company|sellers?|merchants?)|another (?:company|seller)|market share|rivals?) /,
  ],
  [
    'personal',
    / (?:cpf|telefone|celular|endereco|e-?mail|nome d[oae]s? (?:cliente|comprador)\w*|phone|address|buyer name|customer name|names? of (?:the |my )?(?:buyers?|customers?)|quem comprou|who bought) /,
  ],
  [
    'outside',
    / (?:dolar|euro|inflacao|selic|clima|tempo (?:vai|hoje)|previsao do tempo|presidente|capital d[aeo]|noticias?|futebol|piada|receita de (?:bolo|pao)|traduz\w*|poema|weather|dollar|inflation|president|capital of|news|joke|recipe|translate|poem|who is(?! selling)|quem e|lei|law|stock market|bolsa de valores|bitcoin|feriados?|holidays?) /,
  ],
  ['reasons', / (?:por ?que|porque|qual o motivo da queda|why|how come|o que causou|what caused) /],
]

export const reasonOf = (text: string): RefusalName | null => reasons.find(([, words]) => words.test(text))?.[0] ?? null
