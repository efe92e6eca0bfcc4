/** Gives the folder to the database's user, where there is one. Throws where it is a link. */
export function giveFolder(folder: string, user: { uid?: number; gid?: number }): void

/** As `giveFolder`, with all that is in it. Links in it are left to whose they name. */
export function giveTree(folder: string, user: { uid?: number; gid?: number }): void

/** Gives a file of that folder. Throws where it is a link or has a second name. */
export function giveFile(folder: string, path: string, user: { uid?: number; gid?: number }): void

/** A database's own identifier. Throws where it has no control file, or a link for it. */
export function systemIdOf(place: string): string
