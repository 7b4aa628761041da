import { market, writeJson } from '@mkt/schemas'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { exchanges, requestOf } from './chat.ts'
import { settings } from './settings.ts'

/** The very request that the next message sends. */
export function AsCode({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t.playground.codeTitle} open={open} onClose={onClose} wide>
      {open ? (
        <>
          <p class="soft">{t.playground.codeText}</p>
          <CodeBlock code={curl()} label={t.playground.codeTitle} />
        </>
      ) : null}
    </Dialog>
  )
}

function curl(): string {
  const { model } = settings.value
  const question = exchanges.value.length === 0 ? t.playground.example : t.playground.next
  const asked = { question, pictures: [], results: [] }
  const body = JSON.stringify(JSON.parse(writeJson(requestOf(model, 0, asked, settings.value))), null, 2)
  return `curl ${location.origin}${market.runModel.path} \\
  -H "Authorization: Bearer $MKT_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '${body.replaceAll("'", "'\\''")}'

# ${t.playground.codeStream}
curl -N ${location.origin}/jobs/JOB_ID/stream -H "Authorization: Bearer $MKT_TOKEN"`
}
