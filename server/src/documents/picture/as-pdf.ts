import { createCanvas, loadImage } from '@napi-rs/canvas'
import { fileKind, isOfTwoKinds, TWO_KINDS } from '../intake/file-kind.ts'
import { Refused } from '../model/refused.ts'
import { demandSize } from './picture-size.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { packed, readTiff } from './read-tiff.ts'
import { type Coded, sheetsOf } from './sheet.ts'

/**
 * A file as the stages take it: a PDF as it is, and of a picture one with a sheet for each. The pixels are those that
 * were sent, not coded anew where a PDF can hold them as they are: what a forger left in them is still there. Throws
 * Refused where a picture is too large, has too many sheets or cannot be decoded. `onSheet` is told of each sheet,
 * which may take a second.
 */
export async function asPdf(
  bytes: Uint8Array,
  mostPages: number,
  onSheet: () => void = () => undefined,
): Promise<Uint8Array> {
  try {
    return await sheetsIn(bytes, mostPages, onSheet)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('invalid_file_format', `The picture cannot be decoded: ${(error as Error).message}.`)
  }
}

async function sheetsIn(bytes: Uint8Array, mostPages: number, onSheet: () => void): Promise<Uint8Array> {
  if (isOfTwoKinds(bytes)) throw new Refused('invalid_file_format', TWO_KINDS)
  switch (fileKind(bytes)) {
    case 'jpeg': {
      const { picture, said } = readJpeg(bytes)
      demandSize(picture.width, picture.height)
      return await sheetsOf([picture], said)
    }
    case 'png': {
      const { picture, width, height, said } = readPng(bytes)
      demandSize(width, height)
      const { dpi, orientation } = said
      return await sheetsOf([picture ?? { ...(await onWhite(bytes)), dpi, orientation }], said)
    }
    case 'tiff': {
      const { pictures, said } = readTiff(bytes, mostPages, onSheet)
      return await sheetsOf(pictures, said)
    }
    default:
      return bytes
  }
}

/** What is transparent is paper. */
async function onWhite(bytes: Uint8Array): Promise<Coded> {
  const image = await loadImage(Buffer.from(bytes))
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, image.width, image.height)
  pen.drawImage(image, 0, 0)
  const { data, width, height } = pen.getImageData(0, 0, image.width, image.height)
  return packed(data, { width, height, bits: 24 })
}
