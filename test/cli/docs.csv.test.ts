import { expect, test } from 'vitest'
import { csvOf } from '../../cli/src/documents/csv.ts'

test('columns come from all rows, in the order in which they first occur', () => {
  expect(csvOf([{ a: 1 }, { b: 'two', a: 3 }], ['z'])).toBe('z,a,b\r\n,1,\r\n,3,two\r\n')
})

test('quotes, commas and line breaks stay in their cell', () => {
  expect(csvOf([{ a: 'say "yes", or\nno' }])).toBe('a\r\n"say ""yes"", or\nno"\r\n')
})

test.each(['=1+1', '+1', '-cmd', '@x', '\tx'])('the text %j is no formula', (text) => {
  expect(csvOf([{ a: text }]).split('\r\n')[1]).toBe(`'${text}`)
})

test('a negative amount stays a number', () => {
  expect(csvOf([{ a: -12.5 }])).toBe('a\r\n-12.5\r\n')
})
