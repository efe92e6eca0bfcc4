/** Where on the company's page everything of it can be taken along. */
export const ARCHIVE_CARD = 'take-along'
