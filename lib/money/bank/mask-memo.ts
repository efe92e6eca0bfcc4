/** Eleven to fourteen digits are a CPF, a CNPJ or a telephone that stands for one; the other pattern is a CPF as banks half hide it. */
const documents = new RegExp(
  [
    String.raw`(?<!\d)\d{3}[. ]?\d{3}[. ]?\d{3}[-./ ]?\d{2}(?!\d)`,
    String.raw`(?<!\d)\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[-./ ]?\d{2}(?!\d)`,
    String.raw`(?<!\d)\d{11,14}(?!\d)`,
    String.raw`[*xX•]{3}\.?\d{3}\.?\d{3}-?[*xX•]{2}`,
  ].join('|'),
  'g',
)

/** The bank's text of an entry, without the numbers of the people that it names. */
export const maskMemo = (memo: string): string => memo.replace(documents, '•••')
