import { useEffect, useRef, useState } from 'preact/hooks'
import { followJob } from './follow-job.ts'
import { createPainter } from './painter.ts'

export interface JobText {
  text: string
  /** The connection is broken, and being made again. */
  broken: boolean
  over: boolean
  error: unknown
}

const NOTHING: JobText = { text: '', broken: false, over: false, error: undefined }

/**
 * A running job's text as it comes, drawn as often as drawing it is cheap. `onEnd` is
 * called when nothing more will come.
 */
export function useJobText(job_id: string | undefined, onEnd: () => void): JobText {
  const [state, setState] = useState(NOTHING)
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    setState(NOTHING)
    if (job_id === undefined) return
    const leave = new AbortController()
    let newest = ''
    const painter = createPainter(() => setState((before) => ({ ...before, text: newest })))
    const onText = (text: string) => {
      newest = text
      painter.ask()
    }
    const onBroken = (broken: boolean) => {
      setState((before) => (before.broken === broken ? before : { ...before, broken }))
    }
    const finish = (error?: unknown) => {
      if (leave.signal.aborted) return
      painter.stop()
      setState({ text: newest, broken: false, over: true, error })
      ended.current()
    }
    followJob(job_id, { onText, onBroken, signal: leave.signal }).then(() => finish(), finish)
    return () => {
      leave.abort()
      painter.stop()
    }
  }, [job_id])
  return state
}
