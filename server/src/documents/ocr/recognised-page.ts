import type { Page, RuledLine, Word } from '../model/page.ts'
import { calibrated } from './calibrated.ts'
import { bendOf, flatPage, flattened, inPoints } from './flat.ts'
import { estimate, type Type, typeOf } from './letters.ts'
import { withPoints } from './lost-points.ts'
import type { OcrReason } from './needs-ocr.ts'
import { inOwnLetters } from './own-letters.ts'
import { setUpright, takeBack } from './placement.ts'
import type { Print } from './read-print.ts'
import { spelled } from './spelled.ts'
import type { SeenWord } from './tesseract.ts'
import { besideText, sits } from './typed-onto.ts'

/** The page upright; what was read of its picture, `scale` pixels to a point, is beside its own words. Pure. */
export function recognisedPage(page: Page, print: Print, scale: number, reason: OcrReason): Page {
  const { turned, skewDegrees } = print.straight
  const shown = setUpright(takeBack(page), print.straight)
  const bend = bendOf(print.rows, shown.width * scale, shown.height * scale)
  const upright = bend ? flatPage(shown, inPoints(bend, scale)) : shown
  const kept = upright.words.filter(({ origin }) => reason !== 'rubbish' || origin !== 'text')
  const flat = { ...print, pieces: print.pieces.map((piece) => flattened(piece, bend)) }
  const spelt = spelled(withPoints(wordsOf(flat, scale, upright.height)), print.language)
  const read = inOwnLetters(spelt, print.language)
  const { words: seen, texts } = besideText(
    read,
    kept.filter(({ visibility }) => visibility === 'shown'),
  )
  const words = reason === 'hidden-layer' ? agreed(seen, kept) : seen
  return {
    ...upright,
    words: [...kept.filter((word) => !texts.includes(word)), ...words],
    ruledLines: [...upright.ruledLines, ...rulesOf(print, scale, upright.height)],
    ocr: {
      confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length),
      language: print.language,
      skewDegrees,
      rotation: ((360 - turned) % 360) as 0 | 90 | 180 | 270,
    },
  }
}

function wordsOf({ pieces }: Pick<Print, 'pieces'>, scale: number, height: number): Word[] {
  const words: Word[] = []
  for (const piece of pieces) {
    const type = typeOf(piece)
    for (const seen of piece) words.push(wordOf(seen, type, scale, height, 2e6 + words.length))
  }
  return words
}

// Words of one piece stand on one base line and are as high as their font, as words of a text layer are.
function wordOf(seen: SeenWord, piece: Type | undefined, scale: number, height: number, order: number): Word {
  const own = estimate(seen)
  const like = piece && own.size > 0.7 * piece.size && own.size < 1.4 * piece.size
  const { size, base } = like || (piece && !/[\p{L}\p{N}]/u.test(seen.text)) ? (piece as Type) : own
  const line = height - base / scale
  return {
    text: seen.text,
    box: [seen.x0 / scale, line - (0.22 * size) / scale, seen.x1 / scale, line + (0.78 * size) / scale],
    size: size / scale,
    font: '',
    bold: false,
    color: '#000000',
    visibility: 'shown',
    origin: 'ocr',
    confidence: calibrated(seen.confidence),
    ...(seen.readings ? { readings: seen.readings } : {}),
    order,
  }
}

function rulesOf({ lines }: Print, scale: number, height: number): RuledLine[] {
  return lines.map(({ direction, x0, y0, x1, y1 }) => ({
    direction,
    box: [x0 / scale, height - y1 / scale, x1 / scale, height - y0 / scale],
  }))
}

/** A word that recognition is less sure of than this may have been read otherwise. */
const UNSURE = 0.7

/**
 * Where a hidden layer and our own reading agree, two programs have read the same. What it says otherwise nobody sees:
 * that is another reading of a word in doubt, and never its text, or whoever wears print off writes the layer's.
 */
function agreed(seen: Word[], kept: readonly Word[]): Word[] {
  const layer = kept.filter(({ visibility, origin }) => visibility === 'invisible' && origin === 'text')
  return seen.map((word) => {
    const other = layer.find(({ box }) => sits(word.box, box))
    if (!other) return word
    if (other.text === word.text) return { ...word, confidence: Math.max(word.confidence, 0.995) }
    return word.confidence < UNSURE ? { ...word, readings: word.readings ?? [other.text] } : word
  })
}
