/** Gives the folder to the database's user, where there is one. Throws where it is a link. */
export function giveFolder(folder: string, user: { uid?: number; gid?: number }): void

/** As `giveFolder`, with all that is in it. Links in it are left to whose they name. */
export function giveTree(folder: string, user: { uid?: number; gid?: number }): void

/** What a file holds; nothing where there is none. Throws where it is a link or no file. */
export function readUnlinked(file: string): Buffer
