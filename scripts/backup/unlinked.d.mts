/**
 * The content of a file, up to so many bytes; null where there is none. Throws where a link leads to it, or it is no
 * file.
 */
export function readUnlinked(folder: string, path: string, most?: number): Buffer | null
