import { lockUser } from '../../accounts/user-store.ts'
import { DomainError } from '../../base/errors.ts'
import { SHUT_OUT } from '../../base/open-calls.ts'
import type { Tx } from '../../storage/database.ts'
import type { DocumentTasksTable } from '../../storage/document-tables.ts'
import type { Documents } from '../deps.ts'
import type { Upload } from '../intake/receive.ts'
import { storable } from '../store/storable.ts'
import { insertTask, openTasks } from '../store/task-store.ts'

type Accepting = Pick<Documents, 'clock' | 'ids' | 'limits' | 'archive'>

export interface TaskRequest {
  userId: string
  upload: Upload
  baseUrl: string
}

/** Keeps a received file for somebody who does not wait for its analysis. Errors: rate_limited, unauthorized. */
export async function acceptTask(deps: Accepting, request: TaskRequest): Promise<DocumentTasksTable> {
  const { userId, upload, baseUrl } = request
  const row: DocumentTasksTable = {
    analysis_id: deps.ids.next('ana'),
    user_id: userId,
    state: 'queued',
    created_at: deps.clock.now(),
    finished_at: null,
    ...{ stage: null, page: null, pages: null },
    ...{ claim: 0, tries: 0, lease_until: 0 },
    bytes: upload.bytes,
    sha256: upload.sha256,
    file_name: storable(upload.fileName),
    label: upload.label,
    reference: upload.reference,
    reference_count: upload.referenceCount,
    base_url: baseUrl,
    ...{ document_id: null, error: null, details_json: null },
  }
  await deps.archive.keepForLater(row.analysis_id, upload.path, async (tx) => {
    await demandRoom(tx, deps, row)
    await insertTask(tx, row)
  })
  return row
}

// The lock of the user keeps two uploads from counting the same room.
async function demandRoom(tx: Tx, { limits }: Accepting, { user_id, bytes }: DocumentTasksTable): Promise<void> {
  const user = await lockUser(tx, user_id)
  if (!user || user.deleted_at !== null) throw new DomainError('unauthorized', 'The account has ended meanwhile.')
  if (user.disabled === 1) throw SHUT_OUT
  const open = await openTasks(tx, user_id)
  if (open.tasks < limits.documents_waiting && open.bytes + bytes <= limits.documents_waiting_bytes) return
  const message = `So many documents of yours wait that no more are taken: ${open.tasks} of ${open.bytes} bytes.`
  throw new DomainError('rate_limited', `${message} Nothing was kept of this one; send it later.`, {
    retryAfterS: RETRY_AFTER_S,
  })
}

const RETRY_AFTER_S = 30
