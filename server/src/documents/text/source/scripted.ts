import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Of a file; and characters of one that are looked at. */
const [MOST, LONGEST] = [100, 200_000]
/** What a script puts into a field, where it says it in so many characters. */
const ASSIGNED = /\.(?:value|rawValue)\s*=(?!=)\s*(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|(\d[\d.]{0,30}))/g

type Actions = Record<string, string[]> | Map<string, string[]> | null

/**
 * What the file's own scripts put into its fields when it is opened: those of the document and of its first page. What
 * runs once somebody types is not among them.
 */
export async function readScripted(pdf: PDFDocumentProxy): Promise<string[]> {
  const page = await pdf.getPage(1)
  const actions = [await pdf.getJSActions(), await page.getJSActions()] as Actions[]
  return actions.flatMap(scriptsIn).flatMap(assignedIn).slice(0, MOST)
}

const scriptsIn = (actions: Actions): string[] =>
  (actions instanceof Map ? [...actions.values()] : Object.values(actions ?? {})).flat()

const assignedIn = (script: string): string[] =>
  [...script.slice(0, LONGEST).matchAll(ASSIGNED)].map(([, one, other, number]) => one ?? other ?? number ?? '')
