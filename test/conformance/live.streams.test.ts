import { expect, test } from 'vitest'
import type { LiveStream, LiveStreams } from '../../server/src/live/streams.ts'
import { onEveryPlace, type Place } from './live-places.ts'

const STREAM = {
  job_id: 'job_1',
  model: 'm',
  attempt: 1,
  host_id: 'host_1',
  instance: 'agent-1',
  poll: 7,
  max_tokens: 100,
  needs: 0,
  deadlines: { first_ms: 120_000, next_ms: 60_000, end_ms: 240_000 },
  created_at: 1_700_000_000_000,
}

/** Opens it there and finds it here, once it has come. */
async function opened(there: LiveStreams, here: LiveStreams, said: Partial<typeof STREAM> = {}): Promise<LiveStream> {
  const stream = { ...STREAM, ...said }
  there.open(stream)
  await expect.poll(async () => (await here.find(stream.job_id))?.attempt).toBe(stream.attempt)
  return (await here.find(stream.job_id)) as LiveStream
}

const arrival = (offset: number, ...pieces: string[]) => ({ offset, pieces, working: false })

/** What any server reads of it. */
async function textOf(streams: LiveStreams, jobId = STREAM.job_id): Promise<string | undefined> {
  const stream = await streams.find(jobId)
  if (!stream || !(await streams.refresh(stream))) return undefined
  return stream.pieces.join('')
}

await onEveryPlace((open) => {
  taken(open)
  races(open)
  ends(open)
  times(open)
})

type Open = () => Promise<Place>

function taken(open: Open): void {
  test('what one opens the other finds, whole', async () => {
    const { one, other } = await open()
    expect(await other.streams.find(STREAM.job_id)).toBeUndefined()
    const stream = await opened(one.streams, other.streams)
    expect(stream).toMatchObject({ ...STREAM, length: 0, bytes: 0, resumed: false, seen: false, withheld: false })
    expect(await one.streams.countOf('host_1')).toBe(1)
    expect(await other.streams.ofHost('host_1')).toMatchObject([STREAM])
    expect(await other.streams.ofHost('host_2')).toEqual([])
    expect((await other.streams.all()).map(({ job_id }) => job_id)).toEqual(['job_1'])
  })

  test('pieces are taken once and in order, whoever takes them; of a gap nothing', async () => {
    const { one, other } = await open()
    const stream = await opened(one.streams, other.streams)
    expect(await other.streams.append(stream, arrival(0, 'a', 'ü'))).toMatchObject({ live: true, added: 2 })
    expect([stream.length, stream.bytes]).toEqual([2, 3])
    const same = (await one.streams.find(STREAM.job_id)) as LiveStream
    expect(await one.streams.append(same, arrival(0, 'a', 'ü', 'c'))).toMatchObject({ live: true, added: 1 })
    expect(await one.streams.append(same, arrival(5, 'f'))).toMatchObject({ live: true, added: 0 })
    expect(same.length).toBe(3)
    expect(await textOf(other.streams)).toBe('aüc')
    expect(await other.streams.refresh(stream)).toBe(true)
    expect(stream.pieces).toEqual(['a', 'ü', 'c'])
  })

  test('a call that comes at both servers at once counts once', async () => {
    const { one, other } = await open()
    const there = await opened(one.streams, other.streams)
    const here = (await one.streams.find(STREAM.job_id)) as LiveStream
    const said = await Promise.all([
      one.streams.append(here, arrival(0, 'a', 'b')),
      other.streams.append(there, arrival(0, 'a', 'b')),
    ])
    expect(said.map(({ added }) => added).sort()).toEqual([0, 2])
    expect(await textOf(one.streams)).toBe('ab')
  })
}

function races(open: Open): void {
  test('of being read and being taken back one wins', async () => {
    const { one, other } = await open()
    const stream = await opened(one.streams, other.streams)
    expect(await one.streams.see((await one.streams.find(STREAM.job_id)) as LiveStream)).toBe(true)
    expect(await other.streams.takeBack(stream)).toBe(false)
    one.streams.close(stream)
    const next = await opened(one.streams, other.streams, { attempt: 2 })
    await other.streams.append(next, arrival(0, 'x'))
    const copy = (await one.streams.find(STREAM.job_id)) as LiveStream
    expect(await one.streams.takeBack(copy)).toBe(true)
    expect(copy.pieces).toEqual(['x'])
    expect(await other.streams.see(next)).toBe(false)
    await one.streams.goOn(copy)
    expect(await other.streams.see(next)).toBe(true)
  })

  test('both at once: never both', async () => {
    const { one, other } = await open()
    for (let attempt = 1; attempt <= 50; attempt++) {
      const stream = await opened(one.streams, other.streams, { attempt })
      const mine = (await one.streams.find(STREAM.job_id)) as LiveStream
      const both = [() => one.streams.see(mine), () => other.streams.takeBack(stream)]
      const order = attempt % 2 === 0 ? both : both.toReversed()
      const said = await Promise.all(order.map((step) => step()))
      expect(said.filter(Boolean)).toHaveLength(1)
    }
  })

  test('an attempt that was resumed counts as seen, unless there is no piece of it and its host says so', async () => {
    const { one, other } = await open()
    one.streams.open(STREAM, { resumed: true })
    await expect.poll(async () => (await other.streams.find(STREAM.job_id))?.seen).toBe(true)
    const stream = (await other.streams.find(STREAM.job_id)) as LiveStream
    expect(await other.streams.takeBack(stream)).toBe(false)
    expect(await other.streams.takeBack(stream, { untouched: true })).toBe(true)
    await other.streams.goOn(stream)
    await other.streams.append(stream, arrival(0, 'x'))
    expect(await other.streams.takeBack(stream, { untouched: true })).toBe(false)
  })
}

function ends(open: Open): void {
  test('resuming leaves an attempt alone that is live, and an old one closes no new one', async () => {
    const { one, other } = await open()
    const stream = await opened(one.streams, other.streams)
    await other.streams.append(stream, arrival(0, 'x'))
    one.streams.open(STREAM, { resumed: true })
    other.streams.close({ job_id: STREAM.job_id, attempt: 0 })
    await one.streams.all()
    expect(await one.streams.find(STREAM.job_id)).toMatchObject({ resumed: false, seen: false, length: 1 })
  })

  test('one that is closed is nowhere, and takes nothing', async () => {
    const { one, other } = await open()
    const stream = await opened(one.streams, other.streams)
    await other.streams.append(stream, arrival(0, 'x'.repeat(1000)))
    one.streams.close(stream)
    await expect.poll(() => other.streams.find(STREAM.job_id)).toBeUndefined()
    expect(await other.streams.refresh(stream)).toBe(false)
    expect(await one.streams.countOf('host_1')).toBe(0)
    expect(await one.streams.crowded('host_1', 0)).toBe(false)
    expect(await one.streams.all()).toEqual([])
  })

  test('what takes the most memory is known by host', async () => {
    const { one, other } = await open()
    const small = await opened(one.streams, other.streams)
    const large = await opened(one.streams, other.streams, { job_id: 'job_2' })
    const others = await opened(one.streams, other.streams, { job_id: 'job_3', host_id: 'host_2' })
    await other.streams.append(small, arrival(0, 'x'.repeat(100)))
    const { host_bytes } = await other.streams.append(large, arrival(0, 'x'.repeat(1000)))
    expect(host_bytes).toBeGreaterThanOrEqual(1100)
    await other.streams.append(others, arrival(0, 'x'.repeat(500)))
    expect((await one.streams.largestOf('host_1'))?.job_id).toBe('job_2')
    expect(await one.streams.largestOf('nobody')).toBeUndefined()
    expect(await one.streams.crowded('host_1', 1500)).toBe(true)
    expect(await one.streams.crowded('host_2', 1500)).toBe(false)
    expect(await one.streams.crowded('host_1', 5000)).toBe(false)
  })
}

function times(open: Open): void {
  test('time goes on for all: what is named is not silent, what brings text advances', async () => {
    const { one, other, advance } = await open()
    const begun = await opened(one.streams, other.streams)
    await advance(60_000)
    const silent = async () => {
      const found = (await one.streams.find(STREAM.job_id)) as LiveStream
      return [found.named_at, found.advanced_at, one.streams.now()].map((at) =>
        Math.round((at - found.begun_at) / 10_000),
      )
    }
    expect(await silent()).toEqual([0, 0, 6])
    await other.streams.name({ host_id: 'host_2' }, [STREAM.job_id])
    await other.streams.name({ host_id: 'host_1', instance: 'agent-2' }, [STREAM.job_id])
    await other.streams.all()
    expect(await silent()).toEqual([0, 0, 6])
    await other.streams.name({ host_id: 'host_1', instance: 'agent-1' }, [STREAM.job_id, 'job_unknown'])
    await expect.poll(silent).toEqual([6, 0, 6])
    await advance(60_000)
    await other.streams.append(begun, arrival(0, ''))
    expect(await silent()).toEqual([12, 0, 12])
    await other.streams.append(begun, arrival(1, 'text'))
    expect(await silent()).toEqual([12, 12, 12])
  })
}
