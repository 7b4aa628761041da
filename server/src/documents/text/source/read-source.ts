import { createHash } from 'node:crypto'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refused } from '../../model/refused.ts'
import type { Issue, Source } from '../../model/source.ts'
import { ORDINARY, PageCut, type PageLimits } from '../page-cut.ts'
import { readAttachments } from './attachments.ts'
import { type PdfInfo, readInfo } from './info.ts'
import { readLeftBehind } from './left-behind.ts'
import { readRevisions } from './revisions.ts'
import { readScripted } from './scripted.ts'
import { readSignatures } from './signatures.ts'

/**
 * What a PDF is beside its pages: its history, signatures, attachments and what it says of itself. Nothing here is
 * fatal: a part that cannot be read is empty and named in `issues`. Throws PageCut where a page takes too long that is
 * not among those cut before.
 */
export async function readSource(
  bytes: Uint8Array,
  pdf: PDFDocumentProxy,
  limits: PageLimits = ORDINARY,
  password?: string,
): Promise<Source> {
  const issues: Issue[] = []
  const attempt = async <T>(code: string, otherwise: T, read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      if (error instanceof PageCut || error instanceof Refused) throw error
      issues.push({ stage: 'text', code })
      return otherwise
    }
  }
  const metadata = await attempt('info_unreadable', undefined, () => pdf.getMetadata())
  const facts = (metadata?.info ?? {}) as PdfInfo
  const signatures = await attempt('signatures_unreadable', [], () => readSignatures(bytes, pdf))
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    version: facts.PDFFormatVersion ?? '',
    pageCount: pdf.numPages,
    info: readInfo(facts, metadata?.metadata),
    encrypted: Boolean(facts.EncryptFilterName),
    revisions: await attempt('revisions_unreadable', [], () =>
      readRevisions(bytes, pdf, { issues, limits, password, signed: signatures.map(({ end }) => end) }),
    ),
    leftBehind: await readLeftBehind(bytes, pdf, { limits, password, issues }),
    signatures,
    attachments: await attempt('attachments_unreadable', [], () => readAttachments(pdf)),
    xfa: Boolean(facts.IsXFAPresent),
    hasForm: Boolean(facts.IsAcroFormPresent || facts.IsXFAPresent),
    hasScripts: await attempt('scripts_unreadable', false, () => hasScripts(pdf)),
    collection: Boolean(facts.IsCollectionPresent),
    scripted: await attempt('scripts_unreadable', [], () => readScripted(pdf)),
    issues,
  }
}

/** Whether the document or one of its fields has actions in JavaScript. */
async function hasScripts(pdf: PDFDocumentProxy): Promise<boolean> {
  if (hasEntries(await pdf.getJSActions())) return true
  const fields = (await pdf.getFieldObjects()) as Map<string, { actions?: unknown }[]> | null
  return [...(fields?.values() ?? [])].some((objects) => objects.some(({ actions }) => hasEntries(actions)))
}

function hasEntries(actions: unknown): boolean {
  if (actions instanceof Map) return actions.size > 0
  return typeof actions === 'object' && actions !== null && Object.keys(actions).length > 0
}
