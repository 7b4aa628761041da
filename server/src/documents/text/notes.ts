import { mapBox } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import { type Field, hexOf, looksOf, type Widget } from './form.ts'

/** A text that a viewer sets onto the page: of an annotation that has no looks of its own. */
export interface Note extends Widget {
  contentsObj?: { str?: string }
  /** What it stands on. */
  color?: ArrayLike<number> | null
  annotationFlags?: number
}

/** Hidden, and not for the screen (PDF 32000-1, 12.5.3). */
const UNSEEN = 2 | 32
const MOST = 500
/** In characters. */
const LONGEST = 5000

/**
 * Texts that are typed onto a page and say how they look by their font, size and colour only: every viewer draws them,
 * and pdf.js does not.
 */
export function readNotes(annotations: readonly Note[], shown: Matrix): Field[] {
  return annotations
    .filter(({ subtype, hasAppearance, annotationFlags = 0 }) => {
      return subtype === 'FreeText' && !hasAppearance && (annotationFlags & UNSEEN) === 0
    })
    .slice(0, MOST)
    .map((note) => {
      const text = note.contentsObj?.str?.slice(0, LONGEST) ?? ''
      const rest = { name: '', label: '', kind: 'text', readOnly: true, drawn: false } as const
      const value = { ...rest, value: text, box: mapBox(shown, note.rect) }
      return { value, align: 'left', multiLine: true, ...looksOf(note, shown), ground: hexOf(note.color) }
    })
}
