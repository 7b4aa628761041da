import type { TestHost } from '../server/marketplace.ts'

/** Takes the next job and answers it with these pieces; resolves with the offer. */
export async function answerNext(host: TestHost, tokens: string[], end: object = { finish_reason: 'stop' }) {
  const offer = await host.next(30)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, tokens, ...end }])
  return offer
}
