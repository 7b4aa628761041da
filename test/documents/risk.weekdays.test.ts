import { expect, test } from 'vitest'
import { weekdays } from '../../server/src/documents/risk/weekdays.ts'
import { writtenPaper } from './written-paper.ts'

const told = (text: string) =>
  weekdays(writtenPaper('INCOME_LETTER', [[40, 700, text]])).map(({ code, severity, proof }) => [code, severity, proof])

const WRONG = [['WEEKDAY_DISAGREES', 'medium', true]]

test.each([
  'Friday, October 8, 2025',
  'Mon 8 October 2025',
  'Freitag, den 8. Oktober 2025',
  'Douarnenez, le vendredi 8 octobre 2025',
  'lunes, 8 de octubre de 2025',
  'Signed on Friday, 2025-10-08 in Troy',
])('%s is no such day', (text) => expect(told(text)).toEqual(WRONG))

test.each([
  'Wednesday, October 8, 2025',
  'Wed 8 October 2025',
  'Mittwoch, den 8. Oktober 2025',
  'mercredi 8 octobre 2025',
  'miércoles, 8 de octubre de 2025',
  // Either order of day and month is one: the eighth of October, the tenth of August.
  'Wednesday 10/08/2025',
  'Friday 08/08/2025',
  // Nothing says which year, or the day is the end of something else.
  'Friday, October 8',
  'Closed on Friday. Paid by 8 October 2025',
  'Black Friday sale: October 8, 2025',
])('%s is in order', (text) => expect(told(text)).toEqual([]))
