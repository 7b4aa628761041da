import { ApiError } from '@mkt/schemas/client'
import { expect, test } from 'vitest'
import { explainDocuments } from '../../cli/src/documents/explain.ts'

const refused = (details: { path: string; message: string }[]) =>
  explainDocuments(new ApiError(400, 'invalid_file_format', 'refused', { details, answerer: 'documents' }))

test('a parameter at fault is told by its name, and is no fault of the file', () => {
  expect(refused([{ path: 'query.limit', message: 'must be 100 or less' }])).toMatchObject({
    kind: 'usage',
    message: 'the service does not take a parameter',
    hints: ['  limit: must be 100 or less'],
  })
})

test('without one the file is no PDF', () => {
  expect(refused([])).toMatchObject({ kind: 'usage', message: 'this is no document that the service reads' })
})
