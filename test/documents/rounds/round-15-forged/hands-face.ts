import { readFileSync } from 'node:fs'
import * as fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { Missing } from '../round-11-forged/tools.ts'
import { append, emptied, shown } from '../round-12-forged/hands-within.ts'
import type { Hand, Job } from '../round-12-forged/job.ts'
import { embedded, leftOf, opened, saved } from '../round-12-forged/pens.ts'

const FILES = {
  nimbus: '/usr/share/fonts/opentype/urw-base35/NimbusSans-',
  dejavu: '/usr/share/fonts/truetype/dejavu/DejaVuSans',
}

function fileOf(name: string): Uint8Array {
  try {
    return readFileSync(name)
  } catch {
    throw new Missing(name)
  }
}

type Face = (pdf: PDFDocument, job: Job, bold: boolean) => Promise<PDFFont>

const fromFile =
  (name: (bold: boolean) => string): Face =>
  (pdf, _, bold) => {
    pdf.registerFontkit(fontkit)
    return pdf.embedFont(fileOf(name(bold)), { subset: true })
  }

const same: Face = (pdf, { paper }, bold) => embedded(pdf, paper, bold)
const nimbus = fromFile((bold) => `${FILES.nimbus}${bold ? 'Bold' : 'Regular'}.otf`)
const dejavu = fromFile((bold) => `${FILES.dejavu}${bold ? '-Bold' : ''}.ttf`)

/** The old text is gone from the contents, the new one set by operators that may differ. */
const setAnew =
  (face: Face, how: (line: string) => string = (line) => line, scale = 1): Hand =>
  async (bytes, job) => {
    const pdf = await opened(await emptied(bytes, job))
    for (const [, is] of job.cells) {
      const page = pdf.getPage(is.page - 1)
      const cell = { ...is, size: is.size * scale }
      append(page, how(shown(page, cell, await face(pdf, job, is.bold), job.paper.face)))
    }
    return saved(pdf)
  }

/** Only the digits that differ come from another face; those about them are set anew in the page's own. */
const otherDigit: Hand = async (bytes, job) => {
  const pdf = await opened(await emptied(bytes, job))
  for (const [was, is] of job.cells) {
    const page = pdf.getPage(is.page - 1)
    const [own, other] = [await same(pdf, job, is.bold), await dejavu(pdf, job, is.bold)]
    let x = leftOf(is, job.paper.face)
    for (const [at, text] of [...is.text].entries()) {
      const font = was.text[at] === text ? own : other
      const size = font === own ? is.size : 0.93 * is.size
      append(page, shown(page, { ...is, text, size, right: false, x }, font, job.paper.face))
      x += own.widthOfTextAtSize(text, is.size)
    }
  }
  return saved(pdf)
}

export const FACES: Record<string, Hand> = {
  otherDigit,
  nimbus: setAnew(nimbus),
  /** The plain face with its outlines drawn over, where the page has the bold one. */
  falselyBold: async (bytes, job) => {
    const plain: Face = (pdf, { paper }) => embedded(pdf, paper, false)
    const bold = (line: string) => line.replace(' 0 Tr', ' 2 Tr').replace('BT', 'BT 0.42 w')
    return setAnew(plain, bold)(bytes, job)
  },
  risen: setAnew(same, (line) => line.replace('BT', 'BT 0.55 Ts')),
}
