/** A part of a picture, in its pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The longest side of a cropped picture, in pixels: the width of a phone at three pixels for each of CSS. */
const mostWidth = 1_290

/** @returns the size of the cropped picture: that of the area, at most `mostWidth` wide */
export function cropSize({ width, height }: Area): { width: number; height: number } {
  const scale = Math.min(1, mostWidth / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Cuts an area out of a picture, as its reader sees it (upright).
 * @returns a file of the same name in the same format, or PNG if the browser cannot write that
 * @throws if the browser cannot decode the picture
 */
export async function crop(file: File, area: Area): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = Object.assign(document.createElement('canvas'), cropSize(area))
  const { x, y, width, height } = area
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const type = file.type === 'image/jpeg' || file.type === 'image/webp' ? file.type : 'image/png'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  if (!blob) throw new Error('the browser cannot write the cropped picture')
  return new File([blob], file.name.replace(/\.\w+$/, `.${extensions[blob.type] ?? 'png'}`), {
    type: blob.type,
  })
}

const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }
