import { Panel } from '../../parts/panel.tsx'
import { t } from '../../texts/texts.ts'
import type { OverviewState } from './load-overview.ts'

const STEPS = [
  ['job', '/app/playground'],
  ['token', '/app/tokens'],
  ['host', '/app/hosts'],
] as const

/** What a newcomer may do first; each ticks itself off. */
export function FirstSteps({ state: { done } }: { state: Pick<OverviewState, 'done'> }) {
  return (
    <Panel title={t.steps.title}>
      <ol class="steps">
        {STEPS.map(([step, href], index) => (
          <li key={step} class={done[step] ? 'step done' : 'step'}>
            <span class="step-mark" aria-hidden="true">
              {done[step] ? '✓' : index + 1}
            </span>
            <span>
              <a href={href}>{t.steps[step].act}</a>
              {done[step] ? <span class="unseen"> {t.steps.done}</span> : null}
            </span>
            <p>{t.steps[step].why}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
