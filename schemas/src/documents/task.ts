import { z } from 'zod'
import { documentsErrorCode, errorDetail } from '../error.ts'
import { id, timestamp } from '../text.ts'
import { analysis, analysisProgress, documentId } from './analysis.ts'

export const analysisId = id('ana')

/** An analysis that nobody waits for: how far it is, then what came of it. */
export const analysisTask = z
  .object({
    analysis_id: analysisId,
    status: z.enum(['queued', 'working', 'done', 'failed']),
    created_at: timestamp,
    stage: analysisProgress.shape.stage.optional().meta({ description: 'While it is worked on' }),
    page: analysisProgress.shape.page,
    pages: analysisProgress.shape.pages,
    finished_at: timestamp.optional(),
    document_id: documentId.optional().meta({ description: 'Of what is done' }),
    analysis: analysis.optional().meta({ description: 'Of what is done, unless its document was erased since' }),
    error: documentsErrorCode.optional().meta({ description: 'Of what failed: the code that a waiting caller gets' }),
    details: z.array(errorDetail).optional(),
  })
  .meta({ id: 'AnalysisTask' })
export type AnalysisTask = z.infer<typeof analysisTask>
