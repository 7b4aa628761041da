import { describe, expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word, WordPiece } from '../../server/src/documents/model/page.ts'
import type { ChangedWord, RevisionChange, Signature } from '../../server/src/documents/model/source.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { type Case, codesOf, flagNamed, flagsOf, partOf, readingOf, SOURCE, word } from './risk-case.ts'

const levelOf = (made: Case) => {
  const part = partOf(made)
  return assess(flagsOf(made), circumstancesOf(readingOf(made, [part]), [part])).level
}

describe('saves', () => {
  const fields = { net_pay: 2300 }
  const at = (partOf({ type: 'PAY_STUB', fields }).fields.net_pay as { box: Box }).box
  const changed = (text: string, box: Box = at): ChangedWord => ({ page: 1, text, box })
  const nothing: RevisionChange = {
    pages: [],
    removed: [],
    added: [],
    formValues: [],
    attachments: false,
    annotations: false,
    signatures: false,
  }
  const saved = (change: Partial<RevisionChange>, signatures: Signature[] = []): Case => ({
    type: 'PAY_STUB',
    fields,
    source: {
      signatures,
      revisions: [
        { end: 600, change: undefined },
        { end: 1000, change: { ...nothing, ...change } },
      ],
    },
  })
  const signature = (end: number): Signature => ({
    field: 'sig',
    name: 'A',
    end,
    coversFile: end === 1000,
    certification: false,
  })
  const replaced = { pages: [1], removed: [changed('1,300.00')], added: [changed('2,300.00')] }

  test('a value in the place of another one is proof, with the field that it is', () => {
    const flag = flagNamed(saved(replaced), 'VALUE_REPLACED_AFTER_SAVING')
    expect(flag).toMatchObject({ severity: 'high', proof: true, fields: ['net_pay'], family: 'structure' })
    expect(flag.message).toContain('"2,300.00" where "1,300.00" stood')
    expect(flag.evidence).toEqual([{ page: 1, bbox: at }])
    expect(levelOf(saved(replaced))).toBe('HIGH')
  })

  test('a value that was painted over goes and comes back as covered', () => {
    const covered = { pages: [1], removed: [changed('1,300.00')], added: [changed('1,300.00'), changed('2,300.00')] }
    expect(codesOf(saved(covered))).toEqual(['VALUE_REPLACED_AFTER_SAVING'])
  })

  test('words that came to an empty place want a second sign, unless they are the value', () => {
    const stamp = { pages: [1], added: [changed('PAID', [40, 40, 80, 50])] }
    expect(flagNamed(saved(stamp), 'PAGE_CHANGED_AFTER_SAVING')).toMatchObject({ severity: 'medium', proof: false })
    expect(levelOf(saved(stamp))).toBe('LOW')
    expect(levelOf(saved({ pages: [1], added: [changed('2,300.00')] }))).toBe('HIGH')
  })

  test('an amount that was taken out, and one that redaction covered', () => {
    const taken = { pages: [1], removed: [changed('715.00', [400, 40, 440, 50])] }
    expect(flagNamed(saved(taken), 'PAGE_CHANGED_AFTER_SAVING')).toMatchObject({ severity: 'medium', proof: true })
    const bar: Case = { ...saved(taken), page: { fills: [{ box: [398, 38, 442, 52], color: '#000000', order: 9 }] } }
    expect(flagNamed(bar, 'PAGE_CHANGED_AFTER_SAVING').proof).toBe(false)
  })

  test('a page whose words only moved, or only its strokes', () => {
    const [here, there]: [Box, Box] = [at, [at[0], at[1] + 5, at[2], at[3] + 5]]
    const moved = {
      pages: [1],
      removed: [changed('Net', here), changed('2,300.00', there)],
      added: [changed('Net', there), changed('2,300.00', here)],
    }
    expect(codesOf(saved(moved))).not.toContain('VALUE_REPLACED_AFTER_SAVING')
    expect(flagNamed(saved({ pages: [1] }), 'PAGE_REWRITTEN').severity).toBe('low')
  })

  test('form values, attachments, notes and signatures weigh nothing', () => {
    const all = { formValues: ['name'], attachments: true, annotations: true, signatures: true }
    expect(codesOf(saved(all))).toEqual([])
    expect(flagNamed(saved(all), 'SAVED_AGAIN')).toMatchObject({ severity: 'info' })
  })

  test('a page that changed after it was signed is critical; a later save that changed none is not', () => {
    expect(flagNamed(saved(replaced, [signature(600)]), 'SIGNED_THEN_CHANGED')).toMatchObject({
      severity: 'critical',
      proof: true,
    })
    expect(levelOf(saved(replaced, [signature(600)]))).toBe('CRITICAL')
    expect(codesOf(saved(replaced, [signature(1000)]))).not.toContain('SIGNED_THEN_CHANGED')
    expect(flagNamed(saved({ annotations: true }, [signature(600)]), 'SAVED_AFTER_SIGNING').severity).toBe('info')
    expect(levelOf(saved({ signatures: true }, [signature(1000)]))).toBe('LOW')
  })
})

describe('metadata', () => {
  const info = {
    ...SOURCE.info,
    creator: 'Sejda 5.3',
    created: '2024-01-05T10:00:00Z',
    modified: '2024-03-05T10:00:00Z',
  }
  const made: Case = { type: 'W2_TAX_SLIP', source: { info, hasScripts: true } }

  test('is told and never lifts the level', () => {
    expect(flagsOf(made).map(({ code }) => code)).toEqual(['EDITING_PROGRAM', 'MODIFIED_LATER', 'SCRIPTS'])
    expect(levelOf(made)).toBe('LOW')
  })

  test('an e-invoice that cannot be read is told', () => {
    const holding = (name: string, xml: string): Case => ({
      type: 'INVOICE',
      source: { attachments: [{ name, description: '', xml, bytes: xml.length }] },
    })
    expect(codesOf(holding('factur-x.xml', '<rsm:CrossIndustryInvoice><ram:ID>R-20'))).toEqual(['EINVOICE_UNREADABLE'])
    expect(codesOf(holding('terms.xml', '<terms/>'))).toEqual([])
  })

  test('is nothing where documents are made with such programs', () => {
    expect(codesOf({ type: 'UNKNOWN', source: { info } })).toEqual([])
    expect(codesOf({ type: 'W2_TAX_SLIP', source: { hasScripts: true, hasForm: true } })).toEqual([])
  })
})

describe('type within a value', () => {
  const box: Box = [100, 100, 150, 110]
  const piece = (text: string, more: Partial<WordPiece> = {}): WordPiece => ({
    text,
    font: 'Helvetica',
    size: 10,
    color: '#000000',
    rise: 0,
    ...more,
  })
  const printed = (...pieces: WordPiece[]): Case => ({
    type: 'UNKNOWN',
    words: [word(pieces.map(({ text }) => text).join(''), box, { pieces })],
  })

  test.each([
    ['another font', { font: 'TimesNewRoman' }],
    ['another size', { size: 9.2 }],
    ['another colour', { color: '#222222' }],
    ['another base line', { rise: 0.7 }],
  ])('digits in %s', (_, look) => {
    const flag = flagNamed(printed(piece('1'), piece('9', look), piece(',250.00')), 'MIXED_TYPE_WITHIN_NUMBER')
    expect(flag).toMatchObject({ severity: 'high', proof: true, family: 'typography' })
  })

  test.each([
    ['a currency from a font that has it', [piece('€', { font: 'Symbol' }), piece('1,250.00')]],
    ['raised cents', [piece('12.'), piece('99', { size: 6, rise: 3 })]],
    ['letters beside digits', [piece('INV', { font: 'Times' }), piece('20240117')]],
  ])('%s', (_, pieces) => expect(codesOf(printed(...pieces))).toEqual([]))

  test('two weights of one font and the parts of a number are a design', () => {
    const weights = printed(piece('20', { font: 'Neue-Light' }), piece('23', { font: 'Neue-Black' }))
    expect(flagNamed(weights, 'MIXED_TYPE_WITHIN_NUMBER')).toMatchObject({ severity: 'low', proof: false })
    const parts = printed(piece('63/'), piece('00987654', { font: 'Arial' }))
    expect(flagNamed(parts, 'MIXED_TYPE_WITHIN_NUMBER').severity).toBe('low')
    const reference = printed(piece('6300'), piece('987654', { font: 'Arial' }))
    expect(flagNamed(reference, 'MIXED_TYPE_WITHIN_NUMBER')).toMatchObject({ severity: 'medium', proof: false })
  })

  const column = (look: (row: number) => Partial<Word>, beside: (row: number) => Partial<Word> = () => ({})) => {
    const rows = Array.from({ length: 7 }, (_, n) => ({ description: 'Shop', withdrawal: 10 + n }))
    const part = partOf({ type: 'BANK_STATEMENT', rows })
    for (const [n, { words }] of (part.tables[0]?.rows ?? []).entries()) {
      Object.assign(words.withdrawal?.[0] as Word, look(n))
      Object.assign(words.description?.[0] as Word, { font: 'Times', ...beside(n) })
    }
    return findFlags(readingOf({ type: 'BANK_STATEMENT' }, [part]), [part])
  }

  test('one amount of a column in another font', () => {
    expect(column(() => ({}))).toEqual([])
    const [flag] = column((row) => (row === 3 ? { font: 'Arial' } : {}))
    expect(flag).toMatchObject({ code: 'COLUMN_TYPE_OUTLIER', severity: 'high', proof: true })
    expect(flag?.message).toContain('"13.00"')
  })

  test('a total in bold, a row of another style, and columns of many fonts', () => {
    expect(column((row) => (row === 6 ? { font: 'Helvetica-Bold' } : {}))[0]).toMatchObject({
      severity: 'low',
      proof: false,
    })
    const styled = (row: number) => (row === 3 ? { font: 'Arial' } : {})
    expect(column(styled, styled)).toEqual([])
    expect(column((row) => ({ font: row % 2 ? 'Arial' : 'Helvetica' }))).toEqual([])
  })

  test('one amount in another size is a sign; a total, one that must fit and a footnote are none', () => {
    const found = (look: (row: number) => Partial<Word>) =>
      column(look).flatMap(({ code, severity, proof }) =>
        code === 'COLUMN_TYPE_OUTLIER' ? [`${severity} ${proof}`] : [],
      )
    const sized = (at: number, size: number, text?: string) => (row: number) =>
      row === at ? { size, ...(text === undefined ? {} : { text }) } : {}
    const usual = 9
    expect(found(sized(3, usual * 1.1))).toEqual(['medium false'])
    expect(found(sized(3, usual * 0.9))).toEqual(['medium false'])
    expect(found(sized(6, usual * 1.15))).toEqual(['low false'])
    expect(found(sized(3, usual * 0.9, '1,234,567.00'))).toEqual(['low false'])
  })

  test('a small mark before an amount is not what the amount is set in', () => {
    const rows = Array.from({ length: 7 }, (_, n) => ({ description: 'Shop', withdrawal: 10 + n }))
    const part = partOf({ type: 'BANK_STATEMENT', rows })
    const cell = part.tables[0]?.rows[3]?.words
    const [amount] = cell?.withdrawal ?? []
    if (!cell || !amount) throw new Error('no amount')
    cell.withdrawal = [{ ...amount, text: '1)', size: 0.85 * amount.size }, amount]
    const codes = findFlags(readingOf({ type: 'BANK_STATEMENT' }, [part]), [part]).map(({ code }) => code)
    expect(codes).not.toContain('COLUMN_TYPE_OUTLIER')
  })

  test('words of one value', () => {
    const value = (font: string, text: [string, string]) => {
      const made: Case = { type: 'INVOICE', fields: { invoice_date: '2024-03-05' } }
      const part = partOf(made)
      const field = part.fields.invoice_date as { words: Word[] }
      field.words = [word(text[0], [300, 785, 330, 794]), word(text[1], [333, 785, 360, 794], { font })]
      return findFlags(readingOf({ type: 'INVOICE' }, [part]), [part])
    }
    expect(value('Helvetica', ['05 03', '2024'])).toEqual([])
    expect(value('Arial', ['05 03', '2024'])[0]).toMatchObject({ code: 'MIXED_TYPE_WITHIN_VALUE', proof: true })
    expect(value('Arial', ['March', '2024'])[0]).toMatchObject({ severity: 'low', proof: false })
  })
})

describe('words that are not seen', () => {
  const box: Box = [100, 100, 150, 110]
  const page = (...words: Word[]): Case => {
    const text = Array.from({ length: 20 }, (_, n) => word(`word${n}x`, [300, 700 - 12 * n, 340, 709 - 12 * n]))
    return { type: 'UNKNOWN', words: [...text, ...words] }
  }
  const old = word('1,250.00', box, { visibility: 'covered', order: 1 })
  const sample = word('1,234.56', box, { visibility: 'covered', order: 1 })

  test('a value painted over, another one in its place', () => {
    const flag = flagNamed(page(old, word('9,250.00', box, { order: 3 })), 'COVERED_AND_REPLACED')
    expect(flag).toMatchObject({ severity: 'high', proof: true, evidence: [{ page: 1, bbox: box }] })
  })

  test.each([
    ['blacked out', [old]],
    ['printed again', [old, word('1,250.00', box, { order: 3 })]],
    ['a form field over its sample', [sample, word('9,250.00', box, { order: 3, origin: 'form' })]],
    [
      'a large watermark behind a table',
      [word('SAMPLE', [60, 80, 220, 130], { visibility: 'covered' }), word('Hours', box, { order: 4 })],
    ],
  ])('%s', (_, words) => expect(codesOf(page(...words))).toEqual([]))

  test('amounts for programs only', () => {
    const faint = (text: string) => word(text, box, { visibility: 'faint', color: '#ffffff' })
    expect(flagNamed(page(faint('9,250.00')), 'HIDDEN_AMOUNTS')).toMatchObject({ severity: 'medium', proof: true })
    expect(codesOf(page(faint('anchor')))).toEqual([])
    expect(codesOf(page(faint('9,250.00'), word('9,250.00', [300, 40, 340, 50])))).toEqual([])
    // Shown elsewhere, but here in the way of another one.
    const [elsewhere, beside] = [word('9,250.00', [300, 40, 340, 50]), word('1,250.00', [160, 100, 210, 110])]
    expect(codesOf(page(faint('9,250.00'), beside, elsewhere))).toEqual(['HIDDEN_AMOUNTS'])
  })

  test('groups of thousands are one amount, however small', () => {
    const tiny = (text: string, x: number) => word(text, [x, 104, x + 1, 104.5])
    const shown = [word('12', [60, 100, 70, 110]), word('200,00', [72, 100, 98, 110])]
    const [other, same] = [tiny('64', 99), tiny('12', 99)]
    expect(codesOf(page(...shown, other, tiny('200,00', 100.1)))).toEqual(['HIDDEN_AMOUNTS'])
    expect(codesOf(page(...shown, same, tiny('200,00', 100.1)))).toEqual([])
  })

  test('the text layer of a scan is innocent until it disagrees with the picture', () => {
    const picture = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }
    const layer = word('1,250.00', box, { visibility: 'invisible' })
    const seen = (text: string) => word(text, box, { origin: 'ocr', confidence: 0.96 })
    expect(codesOf({ ...page(layer), page: picture })).toEqual([])
    expect(codesOf({ ...page(layer, seen('1,250.00')), page: picture })).toEqual([])
    expect(codesOf({ ...page(layer, seen('9,250.00')), page: picture })).toEqual(['TEXT_LAYER_DISAGREES'])
    const under = word('1,250.00', box, { visibility: 'covered' })
    expect(codesOf({ ...page(under, seen('9,250.00')), page: picture })).toEqual(['TEXT_LAYER_DISAGREES'])
  })

  test('numbers on top of one another', () => {
    expect(codesOf(page(word('1,250.00', box), word('9,870.00', box)))).toEqual(['OVERPRINTED_NUMBERS'])
    expect(codesOf(page(word('1,250.00', box), word('9,870.00', [100, 90, 150, 100])))).toEqual([])
  })
})
