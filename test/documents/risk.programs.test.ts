import { describe, expect, test } from 'vitest'
import type { DocumentInfo } from '../../server/src/documents/model/source.ts'
import { readInfo } from '../../server/src/documents/text/source/info.ts'
import { type Case, codesOf, flagNamed, SOURCE } from './risk-case.ts'

const by = (info: Partial<DocumentInfo>, type: Case['type'] = 'BANK_STATEMENT', more: Case['source'] = {}): Case => ({
  type,
  source: { ...more, info: { ...SOURCE.info, ...info } },
})

const WORD = 'Microsoft® Word for Microsoft 365'
const converted = {
  program: 'Adobe Illustrator 27.0',
  change: 'from application/pdf to application/vnd.adobe.illustrator',
}

describe('programs that a bank has no use for', () => {
  test.each<[string, Case, string]>([
    ['a statement written in a word processor', by({ creator: WORD, producer: WORD }), 'WRITTEN_IN_OFFICE'],
    ['a slip out of a spreadsheet', by({ producer: 'Microsoft® Excel® 2021' }, 'W2_TAX_SLIP'), 'WRITTEN_IN_OFFICE'],
    ['a statement that a drawing program saved', by({ creator: 'Inkscape 1.3' }), 'EDITING_PROGRAM'],
    ['a stub that a drawing program saved', by({ creator: 'Adobe Illustrator 28' }, 'PAY_STUB'), 'EDITING_PROGRAM'],
    ['a forgotten history', by({ producer: 'Core 9', history: [converted] }), 'HISTORY_OF_AN_EDITOR'],
    [
      'an invoice that was opened in a drawing program',
      by({ producer: 'Billing 4', history: [converted] }, 'INVOICE'),
      'HISTORY_OF_AN_EDITOR',
    ],
  ])('%s', (_, made, code) =>
    expect(flagNamed(made, code)).toMatchObject({ severity: 'medium', proof: true, family: 'structure' }),
  )

  test.each<[string, Case]>([
    ['a stub that a small firm wrote', by({ creator: WORD }, 'PAY_STUB')],
    ['a letter', by({ creator: WORD }, 'INCOME_LETTER')],
    ['an invoice', by({ producer: 'Microsoft® Excel® 2021' }, 'INVOICE')],
    ['a form that was filled in', by({ creator: WORD }, 'W2_TAX_SLIP', { hasForm: true })],
    ['a statement that was printed to a file', by({ producer: 'Microsoft: Print To PDF' })],
    ['a letterhead that was drawn', by({ history: [{ program: 'Adobe Illustrator 27.0', change: '' }] }, 'INVOICE')],
    ['a history of the program itself', by({ history: [{ program: 'Core 9', change: 'from application/xml' }] })],
  ])('not %s', (_, made) => expect(codesOf(made)).toEqual([]))

  test('an editor that also shrinks and joins is told, and no more', () => {
    expect(flagNamed(by({ producer: 'Sejda 5.3' }), 'EDITING_PROGRAM')).toMatchObject({ severity: 'low', proof: false })
  })
})

describe('history in XMP', () => {
  const read = (raw: string, tool?: string) =>
    readInfo({ Creator: 'Core' }, { get: (name) => (name === 'xmp:creatortool' ? tool : undefined), getRaw: () => raw })
      .history

  test('as attributes and as elements', () => {
    const attributes = '<rdf:li stEvt:action="saved" stEvt:softwareAgent="A 1" stEvt:parameters="from a to b"/>'
    const elements = '<rdf:li><stEvt:softwareAgent>B 2</stEvt:softwareAgent></rdf:li>'
    expect(read(`<rdf:Seq>${attributes}${elements}</rdf:Seq>`)).toEqual([
      { program: 'A 1', change: 'from a to b' },
      { program: 'B 2', change: '' },
    ])
  })

  test('a program that the Info dictionary does not name, and none', () => {
    expect(read('', 'Drawing 4')).toEqual([{ program: 'Drawing 4', change: '' }])
    expect(read('<rdf:li>text</rdf:li>', 'Core')).toBeUndefined()
  })
})
