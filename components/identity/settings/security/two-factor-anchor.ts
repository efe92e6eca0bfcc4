/** Where the security page's card of the second step stands. */
export const twoFactorAnchor = 'second-step'
