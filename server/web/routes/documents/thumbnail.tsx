import { DOCUMENTS_PATH } from '@mkt/schemas'
import { useState } from 'preact/hooks'

/** The first page of a document in small. Its room is there before it, and stays empty where there is none. */
export function Thumbnail({ document_id }: { document_id: string }) {
  const [none, setNone] = useState(false)
  return (
    <span class="thumbnail">
      {none ? null : (
        <img
          src={`${DOCUMENTS_PATH}/documents/${document_id}/thumbnail`}
          // Its name is beside it.
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setNone(true)}
        />
      )}
    </span>
  )
}
