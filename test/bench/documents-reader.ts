import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'

/** As much of an analysis as `pdftotext -layout` does: the words of each page, in lines. */
async function readText(path: string): Promise<void> {
  const pdf = await openPdf(new Uint8Array(readFileSync(path)))
  try {
    for (const page of await readPages(pdf, [])) layOut(page)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

parentPort?.on('message', async (path: string) => {
  await readText(path)
  parentPort?.postMessage(path)
})
