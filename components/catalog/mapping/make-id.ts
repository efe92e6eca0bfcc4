/** The id of the card that makes the products, which a phone leads to. */
export const makeId = 'make-products'
