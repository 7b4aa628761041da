import { expect, test } from 'vitest'
import { readOptions } from '../../server/src/market/jobs/options.ts'
import { countedChecks } from '../../server/src/market/verification/check-store.ts'
import { onEveryDialect } from './databases.ts'
import { honest, type Script, scoring, substituting } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

/** Of each answer the first words are thoughts, which its engine counts as it counts the others. */
const thinking =
  (own: Script): Script =>
  (job) => {
    if (readOptions(job.options_json).score) return scoring(job)
    const { tokens } = own(job)
    const notes = tokens.slice(0, 24).map((_, at) => ({ at, reasoning: true as const }))
    return { tokens, notes, usage: { prompt_tokens: 20, completion_tokens: tokens.length } }
  }

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, verdict } = verifiedFloor(databases)
  const rounds = async (most: number, id: string) => {
    for (let at = 0; at < most && (await verdict(id)) !== 'refused'; at++) await round()
    return await verdict(id)
  }
  const evidence = async (id: string) =>
    (await countedChecks(floor().market.database, id, 'm', 100)).map(({ findings_json }) => findings_json).join()

  test('a host that ends what smells of a check at once, and says it was full, is refused', async () => {
    await reference()
    const five: Script = (job) => ({ tokens: honest(job).tokens.slice(0, 5), finish: 'length' })
    const nothing: Script = () => ({ tokens: [], finish: 'length' })
    const [short, empty] = [await host(five), await host(nothing)]
    await sell(200)
    expect(await rounds(40, short)).toBe('refused')
    expect(await rounds(40, empty)).toBe('refused')
    expect(await evidence(empty)).toContain('"kind":"unanswered","value":1')
  })

  test('an honest host of a model that thinks is not refused, its thoughts count, and none is read', async () => {
    await reference({}, thinking(honest))
    const good = await host(thinking(honest))
    await sell(200)
    expect(await rounds(25, good)).not.toBe('refused')
    const counted = await countedChecks(floor().market.database, good, 'm', 100)
    expect(counted.length).toBeGreaterThan(5)
    for (const { job_id, reference_job_id } of counted) expect(reference_job_id).not.toBe(job_id)
    const found = await evidence(good)
    expect(found).not.toContain('greedy_misses')
    expect(found).not.toContain('token_count')
  })

  test('calling another model’s words thoughts hides them from no comparison', async () => {
    await reference()
    const bad = await host(thinking(substituting))
    await sell(200)
    expect(await rounds(60, bad)).toBe('refused')
  })
})
