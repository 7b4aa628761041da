import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A text of a page with its box in points: left, foot, right, top. */
export interface Placed {
  text: string
  box: [number, number, number, number]
}

/** The texts of a page, run by run. */
export async function textsOf(bytes: Uint8Array, number = 1): Promise<Placed[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(number)).getTextContent()
  await task.destroy()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [x, y] = item.transform.slice(4) as [number, number]
    return [{ text: item.str, box: [x, y, x + item.width, y + item.height] }]
  })
}

/** Where the first page prints the run with this text. */
export async function placeOf(bytes: Uint8Array, text: string): Promise<Placed['box']> {
  const found = (await textsOf(bytes)).find((each) => each.text.includes(text))
  if (!found) throw new Error(`the page does not print ${text}`)
  return found.box
}
