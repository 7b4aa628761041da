import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Evidence, VerdictFacts } from '../../parts/verdict.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t } from '../../texts/texts.ts'

/** What checks of a host have shown, for each of its models. */
export function HostDialog({ host_id, onClose }: { host_id: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={fill(t.verification.ofHost, { host_id: host_id ?? '' })}
      open={host_id !== undefined}
      onClose={onClose}
      wide
    >
      {host_id ? <Shown host_id={host_id} /> : null}
    </Dialog>
  )
}

function Shown({ host_id }: { host_id: string }) {
  const params = { host_id }
  const live = useLive((signal) => api.call(market.showVerificationOf, { params }, { signal }), [host_id])
  return (
    <Loaded live={live} height={240}>
      {({ trusted, verdicts }) => (
        <div class="stack">
          {trusted ? <p>{t.verification.trusted}</p> : null}
          {verdicts.length === 0 && !trusted ? <p>{t.verification.never}</p> : null}
          {verdicts.map((verdict) => (
            <section key={verdict.model} class="stack" aria-label={verdict.model}>
              <h3>{verdict.model}</h3>
              <VerdictFacts verdict={verdict} />
              <Evidence verdict={verdict} />
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}
