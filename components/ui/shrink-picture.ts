/**
 * A copy of the picture whose longer side is at most `sidePx`, made in the browser so that a phone's photo is quick to send. The server writes it anew
 * anyway; what the browser cannot draw is sent as it is.
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
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } catch {
    return file
  }
}
