import { area, type Box, shared } from '../model/box.ts'
import type { DocumentPart } from '../model/findings.ts'
import type { Page } from '../model/page.ts'
import { flag, type StructureRule } from './structure-rule.ts'

/** Programs that people change other people's pages with; nothing by itself, as they also join, shrink and sign. */
export const EDITORS = new RegExp(
  [
    'sejda|ilovepdf|smallpdf|pdfescape|pdffiller|pdf-xchange editor|nitro|foxit (phantom|pdf editor)',
    'soda pdf|wondershare|pdfelement',
  ].join('|'),
  'i',
)
/** Programs for drawings: they open a page in order to change what it shows, and have no other use for one. */
const DRAWING = /illustrator|inkscape|coreldraw|affinity (?:designer|publisher)|canva\b|figma|libreoffice draw/i
/** Programs for photographs and paintings: what they print is a picture, whatever it was made of. */
const IMAGE_EDITORS = /photoshop|gimp|affinity photo|pixelmator|paint\.net|photopea|krita|photo-paint/i
/** Programs that people write letters and lists with. */
const OFFICE = /microsoft® (?:word|excel|powerpoint)|acrobat pdfmaker .* for (?:word|excel)|google (?:docs|sheets)/i

/** What Adobe's drawing programs note of themselves when they open a PDF. */
const OPENED = /^from application\/pdf to .*(illustrator|photoshop)/

/** Papers that the issuer's programs print by the thousand; letters, invoices and receipts are made by hand too. */
const isIssued = ({ type }: DocumentPart) => /_STATEMENT$|_TAX_SLIP$|^PAY_STUB$/.test(type)
/** Small firms write their pay stubs with what they have. */
const isOfAnInstitution = ({ type }: DocumentPart) => /_STATEMENT$|_TAX_SLIP$/.test(type)
const isKnown = ({ type }: DocumentPart) => type !== 'UNKNOWN' && type !== 'TAX_FORM'

const isDrawn = (program: string) => DRAWING.test(program) || IMAGE_EDITORS.test(program)

/** What wrote the file. People fill in forms with whatever program they have. */
const editor: StructureRule = ({ source: { info, hasForm } }, parts) => {
  const name = `${info.creator} ${info.producer}`
  if (!(EDITORS.test(name) || isDrawn(name)) || !parts.some(isKnown)) return []
  const telling = isDrawn(name) && !hasForm && parts.some(isIssued)
  return [
    flag({
      code: 'EDITING_PROGRAM',
      severity: telling ? 'medium' : 'low',
      proof: telling,
      message: `written by ${info.creator || info.producer}, a program for editing pages`,
    }),
  ]
}

/** Banks and agencies print from their own systems. */
const office: StructureRule = ({ source: { info, hasForm } }, parts) => {
  const name = OFFICE.exec(`${info.creator} ${info.producer}`)?.[0]
  if (name === undefined || hasForm || !parts.some(isOfAnInstitution)) return []
  return [
    flag({
      code: 'WRITTEN_IN_OFFICE',
      severity: 'medium',
      proof: true,
      message: `written by ${info.creator || info.producer}; banks and agencies print from systems of their own`,
    }),
  ]
}

/**
 * A drawing program in the history of a file that another program claims to have written. A letterhead may be drawn
 * with one, so that letters and invoices want its own word that it opened a finished page.
 */
const forgottenHistory: StructureRule = ({ source: { info, hasForm } }, parts) => {
  if (hasForm || isDrawn(`${info.creator} ${info.producer}`)) return []
  const drawn = (info.history ?? []).filter(({ program, change }) => isDrawn(program) || isDrawn(change))
  const opened = (info.history ?? []).find(({ change }) => OPENED.test(change))
  const told = opened ?? (parts.some(isIssued) ? drawn[0] : undefined)
  if (!told || !parts.some(isKnown)) return []
  const [said, found] = [info.creator || info.producer || 'no program', drawn[0]?.program || told.change]
  return [
    flag({
      code: 'HISTORY_OF_AN_EDITOR',
      severity: 'medium',
      proof: true,
      message: `says that ${said} wrote it; its history names ${found}`,
    }),
  ]
}

/** A picture that covers this share of the page is the page. */
const WHOLE_PAGE = 0.75

/** A paper that is born digital, as one picture out of a program that changes pictures. */
const imageEditor: StructureRule = ({ source: { info }, pages }, parts) => {
  const name = IMAGE_EDITORS.exec(`${info.creator} ${info.producer}`)?.[0]
  const pictured = pages.find(({ page }) => isOnePicture(page))
  if (name === undefined || !pictured || !parts.some(isIssued)) return []
  return [
    flag({
      code: 'PAGE_FROM_IMAGE_EDITOR',
      severity: 'medium',
      proof: true,
      message: `page ${pictured.page.number} is one picture, saved by ${info.creator || info.producer}`,
    }),
  ]
}

const isOnePicture = ({ pictures, words, ...page }: Page) => {
  const sheet: Box = [0, 0, page.width, page.height]
  const whole = pictures.some(({ box }) => shared(box, sheet) > WHOLE_PAGE * area(sheet))
  return whole && !words.some(({ origin, visibility }) => origin === 'text' && visibility === 'shown')
}

/** What the programs tell that had the file. */
export const PROGRAMS: readonly StructureRule[] = [editor, office, forgottenHistory, imageEditor]
