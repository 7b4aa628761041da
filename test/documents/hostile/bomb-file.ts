import { deflateSync } from 'node:zlib'
import { type RawObjects, type RawPage, rawPdf } from '../raw-pdf.ts'

/** Makes a bomb; `scale` 1 is the full charge, less is quicker to make and to refuse. */
export type Bomb = (scale: number) => Uint8Array

export const times = (most: number, scale: number) => Math.max(1, Math.round(most * scale))

export const line = (text: string, y = 700) => `BT /F1 10 Tf 40 ${y} Td (${text}) Tj ET`

/** What every bomb says beside its charge, so that a page is worth reading. */
export const HEAD = ['Invoice number: B-1', 'Invoice date: 2024-03-05', 'Total 119.00 EUR']
  .map((text, k) => line(text, 780 - 15 * k))
  .join('\n')

export const bomb = (page: Partial<RawPage>): Uint8Array => rawPdf({ content: HEAD, ...page })

/** A stream of `source` over and over, deflated `layers` times. */
export function deflated(source: string, count: number, dict = '', layers = 1): { dict: string; stream: string } {
  let bytes: Buffer = Buffer.from(source.repeat(count), 'latin1')
  for (let k = 0; k < layers; k++) bytes = deflateSync(bytes)
  return { dict: `${dict} /Filter [${'/FlateDecode '.repeat(layers)}]`, stream: bytes.toString('latin1') }
}

/** Pages with objects of one's own in place of the ordinary page tree. */
export function tree(pages: string, objects: RawObjects = {}): Uint8Array {
  return rawPdf({ content: HEAD, objects: { 2: pages, ...objects } })
}

export const image = (dict: string) => `/Type /XObject /Subtype /Image ${dict}`

/** A page that is filled by one picture. */
export function picture(dict: string, stream: string, more: RawObjects = {}): Uint8Array {
  return bomb({
    content: `${HEAD}\nq 600 0 0 800 0 0 cm /I1 Do Q`,
    resources: '/XObject << /I1 10 0 R >>',
    objects: { 10: { dict: image(dict), stream }, ...more },
  })
}
