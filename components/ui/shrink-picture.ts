/**
 * A copy of the picture whose longer side is at most `sidePx`, made in the browser so that a phone's photo is quick to
 * send. The server encodes it again anyway; a file that the browser cannot draw is sent as it is.
 */
export async function shrinkPicture(file: File, sidePx: number): Promise<File> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, sidePx / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const encode = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    const webp = await encode('image/webp')
    // Safari writes PNG where WebP is asked; only what may be transparent stays so.
    const blob = webp?.type === 'image/webp' || file.type === 'image/png' ? webp : await encode('image/jpeg')
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } catch {
    return file
  }
}
