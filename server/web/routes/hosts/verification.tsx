import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Evidence, type Verdict, VerdictFacts } from '../../parts/verdict.tsx'
import { useLive } from '../../state/live.ts'
import { t } from '../../texts/texts.ts'
import { AppealDialog } from './appeal-dialog.tsx'

const EVERY_MS = 30_000

/** Whether the host was shown to run its models: verdicts, what they rest on, and what its owner may say to them. */
export function Verification({ host_id }: { host_id: string }) {
  const [appealing, setAppealing] = useState(false)
  const params = { host_id }
  const live = useLive((signal) => api.call(market.ownedVerification, { params }, { signal }), [host_id], {
    every_ms: EVERY_MS,
  })
  const verdicts = live.data?.verdicts ?? []
  return (
    <Panel
      title={t.verification.title}
      actions={
        verdicts.some(isOpenRefusal) ? (
          <Button onClick={() => setAppealing(true)}>
            {verdicts.some(({ appeal }) => appeal !== null) ? t.verification.appealAgain : t.verification.doAppeal}
          </Button>
        ) : null
      }
    >
      <Loaded live={live} height={80}>
        {(found) => (
          <div class="stack">
            {found.trusted ? <p>{t.verification.trusted}</p> : null}
            {found.verdicts.length === 0 && !found.trusted ? <p class="soft">{t.verification.never}</p> : null}
            {found.verdicts.map((verdict) => (
              <section key={verdict.model} aria-label={verdict.model} class="stack tight">
                <h3>{verdict.model}</h3>
                <VerdictFacts verdict={verdict} />
                <Evidence verdict={verdict} />
              </section>
            ))}
          </div>
        )}
      </Loaded>
      <AppealDialog host_id={host_id} open={appealing} onClose={() => setAppealing(false)} onDone={live.reload} />
    </Panel>
  )
}

/** Refused, and nobody has yet said that it stays so. */
const isOpenRefusal = ({ verdict, upheld_at }: Verdict) => verdict === 'refused' && upheld_at === null
