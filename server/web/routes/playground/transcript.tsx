import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { t } from '../../texts/texts.ts'
import { AnswerText } from './answer-text.tsx'
import { askAgain } from './asking.ts'
import { Calls, Results } from './calls.tsx'
import { exchanges } from './chat.ts'
import { CostLine } from './cost-line.tsx'
import { type Answer, type Exchange, isOpen, isRefused, isUnanswered } from './exchange.ts'
import { isLoading } from './loading.ts'
import { Pictures } from './pictures.tsx'

/** As near to the end, in pixels, as somebody is who reads along. */
const NEAR_PX = 80

/** What was said, which follows the end while one reads there. */
export function Transcript() {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const all = exchanges.value
  useEffect(() => {
    const { current } = box
    if (current && atEnd.current) current.scrollTop = current.scrollHeight
  }, [all])
  const onScroll = () => {
    const { current } = box
    if (current) atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="transcript" ref={box} onScroll={onScroll} tabIndex={0} aria-label={t.playground.transcript}>
      {all.length === 0 ? <p class="soft begin">{t.playground.begin}</p> : null}
      {all.map((exchange, index) => (
        <One key={index} exchange={exchange} newest={index === all.length - 1} />
      ))}
    </section>
  )
}

function One({ exchange, newest }: { exchange: Exchange; newest: boolean }) {
  const { asked, answers } = exchange
  const { question, pictures, results } = asked
  return (
    <article class="exchange">
      {results.length > 0 ? <Results results={results} /> : <p class="question">{question}</p>}
      <Pictures urls={pictures} />
      <div class={answers.length > 1 ? 'answers two' : 'answers'}>
        {answers.map((answer, lane) => (
          <AnswerView key={lane} answer={answer} named={answers.length > 1} newest={newest} />
        ))}
      </div>
      {newest && isUnanswered(exchange) ? (
        <p class="row">
          <span class="soft">{isRefused(exchange) ? t.playground.refused : t.playground.unsure}</span>
          <Button small disabled={isLoading.value} onClick={() => void askAgain()}>
            {t.playground.again}
          </Button>
        </p>
      ) : null}
    </article>
  )
}

interface AnswerProps {
  answer: Answer
  named: boolean
  /** Landmarks have names of their own, so only the newest answers are some. */
  newest: boolean
}

function AnswerView({ answer, named, newest }: AnswerProps) {
  const { text, reasoning, calls, broken, fault, job, model } = answer
  const open = isOpen(answer)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div role={newest ? 'region' : 'group'} class="answer" aria-label={model} aria-busy={open}>
      {named ? <h2>{model}</h2> : null}
      {reasoning ? (
        <details class="reasoning">
          <summary>{t.playground.reasoning}</summary>
          <p>{reasoning}</p>
        </details>
      ) : null}
      {text ? <AnswerText text={text} /> : null}
      <Calls calls={calls} />
      {open && !text ? <Chip tone="busy">{t.playground.waiting}</Chip> : null}
      {broken ? (
        <p class="stale" role="status">
          {t.job.broken}
        </p>
      ) : null}
      {fault ? (
        <p class="field-error" role="alert">
          {fault}
        </p>
      ) : null}
      {job ? <CostLine job={job} /> : null}
    </div>
  )
}
