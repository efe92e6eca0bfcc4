/** Gives the folder to the database's user, where there is one. Throws where it is a link. */
export function giveFolder(folder: string, user: { uid?: number; gid?: number }): void
