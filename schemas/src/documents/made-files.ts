import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { documentId } from './analysis.ts'

/** What Excel's workbooks are called. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const params = z.object({ document_id: documentId })
// What a parameter would mean here nobody knows: it is refused by its name.
const noQuery = z.strictObject({})

const getThumbnail = defineEndpoint({
  name: 'getThumbnail',
  method: 'GET',
  path: '/documents/{document_id}/thumbnail',
  credential: 'documents',
  summary: 'The first page of an own document in small: drawn when it is first asked for, and kept as long as that',
  params,
  query: noQuery,
  answers: { 200: { contentType: 'image/webp', description: 'At most 96 x 128 pixels' } },
  errors: ['not_found', 'rate_limited'],
})

const getWorkbook = defineEndpoint({
  name: 'getWorkbook',
  method: 'GET',
  path: '/documents/{document_id}/xlsx',
  credential: 'documents',
  summary: 'An own document as an Excel workbook: its fields, flags and tables, a sheet each',
  params,
  query: noQuery,
  answers: { 200: { contentType: XLSX, description: 'Sheets Documents, Fields, Flags, and one for each table' } },
  errors: ['not_found'],
})

/** What is made of a document for who asks for it. */
export const madeFileEndpoints = { getThumbnail, getWorkbook }
