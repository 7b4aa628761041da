import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findImpossibleDates } from '../../server/src/documents/risk/impossible-dates.ts'
import { type DateOrder, findDates, parseDate } from '../../server/src/documents/values/date.ts'
import { dateOrder } from '../../server/src/documents/values/date-order.ts'

test.each([
  ['13/06/2018', '2018-06-13'],
  ['06/13/2018', '2018-06-13'],
  ['2018-06-13', '2018-06-13'],
  ['2018/6/13', '2018-06-13'],
  ['2018.06.13', '2018-06-13'],
  ['2018 06 13', '2018-06-13'],
  ['13.06.18', '2018-06-13'],
  ['13. 06. 2018', '2018-06-13'],
  ['13 June 2018', '2018-06-13'],
  ['June 13, 2018', '2018-06-13'],
  ['June 13th, 2018', '2018-06-13'],
  ['Jun. 13 2018', '2018-06-13'],
  ['13-Jun-18', '2018-06-13'],
  ['13JUN2018', '2018-06-13'],
  ["13 Jun '18", '2018-06-13'],
  ['20180613', '2018-06-13'],
  ['13 juin 2018', '2018-06-13'],
  ['1er août 2018', '2018-08-01'],
  ['13. Juni 2018', '2018-06-13'],
  ['3. März 2018', '2018-03-03'],
  ['13 de junio de 2018', '2018-06-13'],
  ['13 giugno 2018', '2018-06-13'],
  ['13 mei 2018', '2018-05-13'],
  ['Wednesday, June 13, 2018', '2018-06-13'],
  ['2018-Jun-13', '2018-06-13'],
  ['06/13/99', '1999-06-13'],
])('%s is %s', (text, value) => expect(parseDate(text)).toMatchObject({ value, certain: true }))

test.each([
  '31/02/2018',
  '2018-13-01',
  '32.01.2018',
  '29 February 2019',
  '1.2.3',
  '12.34',
  '10.11.12.13',
  '555-12-3456',
  '2018',
  'May 2018',
  '12/2018',
])('%s is no date', (text) => expect(parseDate(text)).toBeUndefined())

test('day and month by the order of the document', () => {
  expect(parseDate('03/04/2018', { order: 'MDY' })).toMatchObject({ value: '2018-03-04', certain: true })
  expect(parseDate('03/04/2018', { order: 'DMY' })).toMatchObject({ value: '2018-04-03', certain: true })
  expect(parseDate('03/04/2018')?.certain).toBe(false)
  expect(parseDate('18-03-04', { order: 'YMD' })).toMatchObject({ value: '2018-03-04' })
})

test('a day without a year takes it from the period', () => {
  const period = { start: '2018-12-15', end: '2019-01-14' }
  expect(parseDate('12/20', { order: 'MDY', period })?.value).toBe('2018-12-20')
  expect(parseDate('Jan 3', { period })?.value).toBe('2019-01-03')
  expect(parseDate('03.01.', { period })).toMatchObject({ value: '2019-01-03', completed: true })
  expect(parseDate('Jan 3')).toBeUndefined()
})

test('dates within a text, with their places', () => {
  const text = 'Période du 1er janvier 2018 au 31 janvier 2018, payé le 02/02/2018'
  const found = findDates(text, { order: 'DMY' })
  expect(found.map(({ value }) => value)).toEqual(['2018-01-01', '2018-01-31', '2018-02-02'])
  for (const { index, printed } of found) expect(text.slice(index, index + printed.length)).toBe(printed)
})

const NAMES: Record<string, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
}
type Printed = readonly [text: string, order: DateOrder | undefined]
type Print = (day: number, month: number, year: number) => Printed
const two = (n: number) => String(n).padStart(2, '0')
const PRINTS: Print[] = [
  (d, m, y) => [`${two(d)}/${two(m)}/${y}`, 'DMY'],
  (d, m, y) => [`${m}/${d}/${y}`, 'MDY'],
  (d, m, y) => [`${two(m)}-${two(d)}-${two(y % 100)}`, 'MDY'],
  (d, m, y) => [`${y}-${two(m)}-${two(d)}`, undefined],
  (d, m, y) => [`${d}.${m}.${y}`, undefined],
  (d, m, y) => [`${NAMES.en?.[m - 1]} ${d}, ${y}`, undefined],
  (d, m, y) => [`${d} ${NAMES.fr?.[m - 1]} ${y}`, undefined],
  (d, m, y) => [`${d}. ${NAMES.de?.[m - 1]} ${y}`, undefined],
  (d, m, y) => [`${two(d)}-${NAMES.en?.[m - 1]?.slice(0, 3)}-${two(y % 100)}`, undefined],
]

test('any day printed in any way is read back', () => {
  const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.constantFrom(...PRINTS), (date, print) => {
      const [text, order] = print(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear())
      expect(parseDate(text, { order })).toMatchObject({ value: date.toISOString().slice(0, 10), certain: true })
    }),
  )
})

test('the order of a document by its own dates', () => {
  expect(dateOrder('01/02/2018 01/13/2018')).toBe('MDY')
  expect(dateOrder('01/02/2018 13/02/2018')).toBe('DMY')
  expect(dateOrder('02/03/2018 as of 3 February 2018')).toBe('MDY')
  expect(dateOrder('02/01/2018 02/03/2018 02/05/2018 02/06/2018 02/09/2018')).toBe('MDY')
  expect(dateOrder('01/02/2018 03/02/2018 05/02/2018 06/02/2018 09/02/2018')).toBe('DMY')
  expect(dateOrder('02/03/2018', { currency: 'USD' })).toBe('MDY')
  expect(dateOrder('02/03/2018', { language: 'fr' })).toBe('DMY')
  // Rows without a year, and a span that runs backwards otherwise, outweigh how evenly a few dates run.
  expect(dateOrder('05/08/2031 - 04/09/2031 04/08/2031 04/09/2031')).toBe('DMY')
  expect(dateOrder('02/04/2031 01/05/2031 03/04/2031\n24/04 Rent\n28/04 Pay')).toBe('DMY')
  expect(dateOrder('02/04/2031 01/05/2031 03/04/2031\n04/24 Rent\n04/28 Pay', { currency: 'EUR' })).toBe('MDY')
  expect(dateOrder('2018-02-03 and 2018-02-04')).toBe('YMD')
  expect(dateOrder('nothing')).toBeUndefined()
})

test.each([
  ['5. ledna 2024', '2024-01-05'],
  ['30. září 2024', '2024-09-30'],
  ['5. tammikuuta 2024', '2024-01-05'],
  ['12. kesäkuuta 2024', '2024-06-12'],
  ['3 Mayıs 2024', '2024-05-03'],
  ['29 Ağustos 2024', '2024-08-29'],
  ['7 ianuarie 2024', '2024-01-07'],
  ['19 noiembrie 2024', '2024-11-19'],
  ['21 de junho de 2024', '2024-06-21'],
  ['31. listopada 2024', '2024-10-31'],
])('%s, by its month in a language of the vocabulary', (text, value) => {
  expect(parseDate(text)).toMatchObject({ value, certain: true })
})

test('a month whose name means another in a second language is not certain', () => {
  expect(parseDate('15. listopada 2024')).toMatchObject({ certain: false })
  expect(parseDate('15. studenoga 2024')).toMatchObject({ value: '2024-11-15', certain: true })
  expect(findImpossibleDates('31. listopada 2024')).toEqual([])
  expect(findImpossibleDates('32 May 2024, 31. studenoga 2024')).toMatchObject([{ printed: '31. studenoga 2024' }])
})
