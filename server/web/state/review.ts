import { type DocumentReview, documents } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { documentsApi } from '../documents-api.ts'
import { type Live, useLive } from './live.ts'

export type CorrectedValue = DocumentReview['corrections'][number]['value']

/** What people made of one document, and the ways to add to it; each shows at once what the server keeps. */
export interface Review {
  live: Live<DocumentReview>
  said: DocumentReview | undefined
  change: (change: { label?: string; reference?: string; looked_at?: boolean }) => Promise<void>
  /** `slip`: which of the file, from 1. */
  correct: (slip: number, field: string, value: CorrectedValue) => Promise<void>
  uncorrect: (slip: number, field: string) => Promise<void>
}

export function useReview(document_id: string): Review {
  const params = { document_id }
  const live = useLive((signal) => documentsApi.call(documents.getReview, { params }, { signal }), [document_id])
  const [newest, setNewest] = useState<{ of: string; said: DocumentReview }>()
  const keep = async (answer: Promise<DocumentReview>) => setNewest({ of: document_id, said: await answer })
  return {
    live,
    said: newest?.of === document_id ? newest.said : live.data,
    change: (body) => keep(documentsApi.call(documents.changeReview, { params, body })),
    correct: (slip, field, value) =>
      keep(documentsApi.call(documents.correctField, { params: { ...params, field }, body: { value, slip } })),
    uncorrect: (slip, field) =>
      keep(documentsApi.call(documents.uncorrectField, { params: { ...params, field }, query: { slip } })),
  }
}
