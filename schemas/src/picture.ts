// Pictures in a chat come as data: URLs. Addresses are not fetched: servers and hosts would call whom a buyer names.

import { isJpeg, isPng, isWebp, PictureBytes } from './picture-structure.ts'

export const MAX_IMAGE_BYTES = 8_388_608

const HEAD = /^data:image\/(png|jpeg|webp);base64,/
const NOT_DATA = 'must be a data: URL: "data:image/png;base64,..."; addresses are not fetched'
const KINDS = 'must be a PNG, a JPEG or a WebP, in base64: "data:image/png;base64,..."'
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** What is wrong with a picture's URL, and undefined where nothing is. */
export function pictureFault(url: string): string | undefined {
  if (!url.startsWith('data:')) return `image_url.url ${NOT_DATA}`
  const head = HEAD.exec(url.slice(0, 40))
  if (!head) return `image_url.url ${KINDS}`
  if (sizeOfPicture(url) > MAX_IMAGE_BYTES) return `image_url.url must be at most ${MAX_IMAGE_BYTES} bytes`
  const data = url.slice(head[0].length)
  if (data.length % 4 !== 0 || !BASE64.test(data)) return 'image_url.url must be valid base64'
  const isSo = IS[head[1] as keyof typeof IS]
  return isSo(new PictureBytes(data)) ? undefined : `image_url.url is not what it says: no ${head[1]} begins so`
}

const IS = { png: isPng, jpeg: isJpeg, webp: isWebp }

/** Bytes of the picture itself. */
export function sizeOfPicture(url: string): number {
  const data = url.length - url.indexOf(',') - 1
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0
  return Math.floor((data * 3) / 4) - padding
}
