/** Where the security page's card of the second step stands. */
export const secondStepAnchor = 'second-step'
