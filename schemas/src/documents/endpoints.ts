import { z } from 'zod'
import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import { moment } from '../period.ts'
import { limit } from '../text.ts'
import { analysis, documentId, documentList, documentType, ownTypeName, riskLevel } from './analysis.ts'
import { documentsHealth } from './health.ts'
import { madeFileEndpoints } from './made-files.ts'
import { correctionChange, documentMark, documentReview, fieldName, reviewChange, reviewFilters } from './review.ts'
import { analysisId, analysisTask } from './task.ts'
import { typeEndpoints } from './type-endpoints.ts'

/** The largest file that is taken, in bytes: 50 MiB, inclusive. */
export const MAX_FILE_BYTES = 52_428_800

/** Where the market offers these endpoints to who is signed in on a browser, before the paths below. */
export const DOCUMENTS_PATH = '/documents-service'

/** Over how many of the owner's earlier documents a new one is cross-validated, as the form part is written. */
export const referenceCount = z
  .string()
  .regex(/^([0-9]|1[0-9]|20)$/)
  .transform(Number)

const detail = z.enum(['full']).optional().meta({ description: 'Evidence of every field, and every slip of the file' })
const params = z.object({ document_id: documentId })
/**
 * A parameter that means nothing here is refused by its name: whoever sent it meant something. Probes and browsers add
 * their own to what anybody may read, and are let.
 */
const noQuery = z.strictObject({})

const analyzeTaxSlip = defineEndpoint({
  name: 'analyzeTaxSlip',
  method: 'POST',
  path: '/analyze-tax-slip',
  credential: 'documents',
  summary:
    'Analyse a PDF or a picture: type, fields, tables, risk, report; with `Prefer: respond-async` while nobody waits',
  query: z.strictObject({ detail }),
  multipart: z.object({
    file: z.string().meta({
      description: `PDF, JPEG, PNG or TIFF, at most ${MAX_FILE_BYTES} bytes; its bytes decide, not its declared type`,
      format: 'binary',
      contentMediaType: 'application/pdf',
    }),
    password: z.string().optional().meta({
      description: 'Opens a protected PDF; kept nowhere. The annotated report is not protected',
    }),
    label: documentMark.default('').meta({ description: "A word of the owner's, for lists" }),
    reference: documentMark.default('').meta({ description: "The owner's own number or key for it" }),
    reference_count: z.int().min(0).max(20).default(1).meta({
      description:
        "Cross-validate over so many of the owner's most recent other documents that concern the same parties",
    }),
  }),
  answers: { 200: analysis, 202: analysisTask },
  alternatives: [
    {
      contentType: 'text/event-stream',
      description:
        'For an Accept of text/event-stream: `progress` events (AnalysisProgress) while it works, then one `result` ' +
        'event with the Analysis or one `error` event with the error body',
    },
  ],
  errors: ['invalid_file_format', 'payload_too_large', 'unprocessable_document', 'password_required', 'password_wrong'],
})

const analysisPath = {
  path: '/analyses/{analysis_id}',
  credential: 'documents',
  params: z.object({ analysis_id: analysisId }),
  errors: ['not_found'],
} as const

const getAnalysis = defineEndpoint({
  ...analysisPath,
  name: 'getAnalysis',
  method: 'GET',
  summary: 'How far an analysis is that was asked for with `Prefer: respond-async`, then what came of it',
  query: z.strictObject({ detail }),
  answers: { 200: analysisTask },
})

const deleteAnalysis = defineEndpoint({
  ...analysisPath,
  name: 'deleteAnalysis',
  method: 'DELETE',
  summary: 'Give up an analysis that is not done, or forget one that is; its document stays',
  query: noQuery,
  answers: { 204: null },
})

const listDocuments = defineEndpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/documents',
  credential: 'documents',
  summary: 'Own documents, newest first',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(10_000_000).default(1),
    limit,
    document_type: z.union([documentType, ownTypeName]).optional(),
    risk_level: riskLevel.optional(),
    from: moment.optional().meta({ description: 'Analysed at this moment or later' }),
    to: moment.optional().meta({ description: 'Analysed before this moment' }),
    ...reviewFilters,
    detail: z.enum(['full']).optional().meta({ description: 'What people made of each, too' }),
  }),
  answers: { 200: documentList },
  errors: [],
})

const getDocument = defineEndpoint({
  name: 'getDocument',
  method: 'GET',
  path: '/documents/{document_id}',
  credential: 'documents',
  summary: 'The analysis of an own document, as it was returned',
  params,
  query: z.strictObject({ detail }),
  answers: { 200: analysis },
  errors: ['not_found'],
})

const getReport = defineEndpoint({
  name: 'getReport',
  method: 'GET',
  path: '/documents/{document_id}/annotated.pdf',
  credential: 'documents',
  summary: 'The annotated report of an own document',
  params,
  query: noQuery,
  answers: {
    200: {
      contentType: 'application/pdf',
      description: 'The original with boxes, flags and a summary page; the summary alone where pages cannot be drawn',
    },
  },
  errors: ['not_found', 'unprocessable_document', 'rate_limited'],
})

const getOriginal = defineEndpoint({
  name: 'getOriginal',
  method: 'GET',
  path: '/documents/{document_id}/original',
  credential: 'documents',
  summary: 'The file of an own document, as it was sent',
  params,
  query: noQuery,
  answers: { 200: { contentType: 'application/pdf', description: 'The bytes as they came' } },
  alternatives: ['image/jpeg', 'image/png', 'image/tiff'].map((contentType) => ({
    contentType,
    description: 'Of a picture that was sent: its bytes as they came',
  })),
  errors: ['not_found'],
})

const deleteDocument = defineEndpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  path: '/documents/{document_id}',
  credential: 'documents',
  summary: 'Erase an own document: the analysis and both files',
  params,
  query: noQuery,
  answers: { 204: null },
  errors: ['not_found'],
})

const getReview = defineEndpoint({
  name: 'getReview',
  method: 'GET',
  path: '/documents/{document_id}/review',
  credential: 'documents',
  summary: 'What people made of an own document: label, reference, corrections, whether it was looked at',
  params,
  query: noQuery,
  answers: { 200: documentReview },
  errors: ['not_found'],
})

const changeReview = defineEndpoint({
  name: 'changeReview',
  method: 'PATCH',
  path: '/documents/{document_id}/review',
  credential: 'documents',
  summary: 'Label an own document, give it a reference, or say that it was looked at',
  params,
  query: noQuery,
  body: reviewChange,
  answers: { 200: documentReview },
  errors: ['not_found', 'invalid_file_format', 'payload_too_large'],
})

const correctField = defineEndpoint({
  name: 'correctField',
  method: 'PUT',
  path: '/documents/{document_id}/corrections/{field}',
  credential: 'documents',
  summary: 'Put a value beside the one that was read, which stays as it is',
  params: params.extend({ field: fieldName }),
  query: noQuery,
  body: correctionChange,
  answers: { 200: documentReview },
  errors: ['not_found', 'invalid_file_format', 'payload_too_large'],
})

const uncorrectField = defineEndpoint({
  name: 'uncorrectField',
  method: 'DELETE',
  path: '/documents/{document_id}/corrections/{field}',
  credential: 'documents',
  summary: 'Take a correction back',
  params: params.extend({ field: fieldName }),
  query: z.strictObject({ slip: z.coerce.number().int().min(1).default(1) }),
  answers: { 200: documentReview },
  errors: ['not_found'],
})

const health = defineEndpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  credential: 'none',
  summary: 'Is the documents service up',
  answers: { 200: documentsHealth },
  errors: [],
})

const metrics = defineEndpoint({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  credential: 'none',
  summary: 'Figures of the service for Prometheus',
  answers: { 200: { contentType: 'text/plain', description: 'The text exposition format, version 0.0.4' } },
  errors: [],
})

const openapi = defineEndpoint({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  credential: 'none',
  summary: 'This contract as OpenAPI 3.1',
  answers: { 200: { contentType: 'application/json', description: 'An OpenAPI 3.1 document' } },
  errors: [],
})

const docs = defineEndpoint({
  name: 'docs',
  method: 'GET',
  path: '/docs',
  credential: 'none',
  summary: 'This contract as a page, without network',
  answers: { 200: { contentType: 'text/html', description: 'Swagger UI' } },
  errors: [],
})

/** The endpoints of the documents service by who uses them. */
export const documentsGroups = {
  Documents: {
    analyzeTaxSlip,
    getAnalysis,
    deleteAnalysis,
    listDocuments,
    getDocument,
    getReport,
    ...madeFileEndpoints,
    getOriginal,
    deleteDocument,
  },
  Types: typeEndpoints,
  Review: { getReview, changeReview, correctField, uncorrectField },
  Open: { health, metrics, openapi, docs },
} satisfies Record<string, Record<string, Endpoint>>

/** Every endpoint of the documents service, by name. */
export const documents = {
  ...documentsGroups.Documents,
  ...documentsGroups.Types,
  ...documentsGroups.Review,
  ...documentsGroups.Open,
} satisfies Record<string, Endpoint>
