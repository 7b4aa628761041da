import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Moment } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Money } from '../../parts/money.tsx'
import { Failure } from '../../parts/notice.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { spanText } from '../../parts/span.ts'
import { fill, t, whole } from '../../texts/texts.ts'

/** A whole ledger takes its time. */
const PATIENCE_MS = 600_000

const ask = () => api.call(market.auditLedger, {}, { timeoutMs: PATIENCE_MS })
type Report = Awaited<ReturnType<typeof ask>>

/** Whether the books are right, looked at when an operator asks. */
export function Audit() {
  const [report, setReport] = useState<Report>()
  const [fault, setFault] = useState<unknown>()
  const look = async () => {
    try {
      setReport(await ask())
      setFault(undefined)
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <Panel title={t.figures.auditTitle} actions={<Button onClick={look}>{t.figures.audit}</Button>}>
      <p class="soft">{t.figures.auditWhat}</p>
      {fault === undefined ? null : <Failure error={fault} />}
      <div role="status">{report ? <Found report={report} /> : null}</div>
    </Panel>
  )
}

function Found({ report: { ok, at, took_ms, faults, issued, fees, ...counts } }: { report: Report }) {
  const { transactions, entries, accounts } = counts
  const amounts = { transactions: whole(transactions), entries: whole(entries), accounts: whole(accounts) }
  return (
    <>
      <Facts
        facts={[
          [
            t.columns.state,
            ok ? <Chip tone="good">{t.figures.right}</Chip> : <Chip tone="bad">{t.figures.wrong}</Chip>,
          ],
          [t.figures.checked, fill(t.figures.amounts, amounts)],
          [t.figures.issued, <Money key="issued" nano={issued} exact />],
          [t.figures.fees, <Money key="fees" nano={fees} exact />],
          [t.earnings.when, <Moment key="at" at={at} />],
          [t.figures.took, spanText(took_ms)],
        ]}
      />
      <ul class="stack tight">
        {faults.map((one) => (
          <li key={one} class="field-error">
            {one}
          </li>
        ))}
      </ul>
    </>
  )
}
