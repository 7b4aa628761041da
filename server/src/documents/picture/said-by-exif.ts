import exif from 'exif-reader'
import type { SaidByPicture } from './sheet.ts'

export interface Exif extends SaidByPicture {
  orientation?: number | undefined
  dpi?: number | undefined
}

const CENTIMETRES = 3
const LONGEST_NAME = 200

/** What EXIF says that matters here; nothing where it is broken: the picture counts, not what is said of it. */
export function saidByExif(bytes: Uint8Array): Exif {
  try {
    const { Image: image = {}, Photo: photo = {} } = exif(Buffer.from(bytes))
    const { XResolution: density, ResolutionUnit: unit, Orientation: orientation, Software: program } = image
    const at = [photo.DateTimeOriginal, image.DateTime].find((date) => date instanceof Date && !Number.isNaN(+date))
    return {
      orientation: typeof orientation === 'number' ? orientation : undefined,
      dpi: typeof density === 'number' ? density * (unit === CENTIMETRES ? 2.54 : 1) : undefined,
      program: typeof program === 'string' ? program.replaceAll('\0', '').trim().slice(0, LONGEST_NAME) : undefined,
      at,
    }
  } catch {
    return {}
  }
}
