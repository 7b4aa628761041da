import type { Source } from '../../model/source.ts'
import type { EInvoice } from './einvoice.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'
import { parseXml } from './xml.ts'

/** A whole year of a telephone company's calls fits; more is not read. */
const MOST_CHARACTERS = 4 * 1024 * 1024

/** The first attachment that is an e-invoice: Factur-X, ZUGFeRD 1 and 2, XRechnung in CII or UBL. */
export function readEInvoice(source: Pick<Source, 'attachments'>): EInvoice | undefined {
  for (const { xml } of source.attachments) {
    if (xml === undefined || xml.length > MOST_CHARACTERS) continue
    const root = parseXml(xml)
    const invoice = root && (readCii(root) ?? readUbl(root))
    if (invoice) return invoice
  }
  return undefined
}
