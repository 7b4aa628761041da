import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { calls, exchanges } from './chat.ts'
import { commandsOf, shortened } from './code.ts'
import { askedOf, draft } from './draft.ts'
import { requestsOf } from './request.ts'
import { settings } from './settings.ts'

/** The very requests that the next message sends, as it is written. */
export function AsCode({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={t.playground.codeTitle} open={open} onClose={onClose} wide>
      {open ? <Code /> : null}
    </Dialog>
  )
}

function Code() {
  const code = `${commandsOf(requestsOf(askedNext(), settings.value, exchanges.value), location.origin)}

# ${t.playground.codeStream}
curl -N ${location.origin}/jobs/JOB_ID/stream -H "Authorization: Bearer $MKT_TOKEN"`
  const shown = shortened(code)
  return (
    <>
      <p class="soft">
        {t.playground.codeText}
        {shown === code ? null : ` ${t.playground.codePictures}`}
      </p>
      <CodeBlock code={code} shown={shown} label={t.playground.codeTitle} />
    </>
  )
}

/** What is written; where nothing is, something that could be. */
function askedNext() {
  const asked = askedOf(draft.value, calls.value)
  if (asked.question || asked.results.length > 0) return asked
  return { ...asked, question: exchanges.value.length === 0 ? t.playground.example : t.playground.next }
}
