import { expect, test } from 'vitest'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const reprice = statement<{ host_id: string; price_nano: bigint }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ price_nano: p('price_nano') })
    .where('host_id', '=', p('host_id')),
)

await onEveryDialect((databases) => {
  const { floor, host, reference, serve, sell, round, verdict } = verifiedFloor(databases)

  const earned = async (id: string) => (await stagesOf(floor().market.database, id, ['pending'])).pending.paid

  test('a proven decoy at next to nothing does not keep honest hosts from being verified', async () => {
    await reference()
    const decoy = await host(honest, null, { price: 1n })
    for (let at = 0; at < 6; at++) {
      const buyer = await floor().user()
      await floor().submit(buyer, { max_tokens: 40, max_price_per_token: 1n, input_text: `decoy ${at}` })
      await serve()
    }
    const offers = await floor().market.offers.of('m')
    expect(offers?.ofHost(decoy)?.proven_tokens).toBeGreaterThan(0)
    expect(offers?.quote(128)?.limit_nano).toBe(2n)
    const good = await host(honest)
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    expect(await verdict(good)).toBe('verified')
  })

  test('a majority of dear hosts is paid nothing for checks while nobody is proven', async () => {
    const asks = { price: 500_000n }
    await reference(asks)
    const good = await host(honest, null, asks)
    const dear: string[] = []
    for (let at = 0; at < 8; at++) dear.push(await host(honest, null, { price: 20_000_000n }))
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    expect(await verdict(good)).toBe('verified')
    expect(await Promise.all(dear.map(earned))).toEqual(dear.map(() => 0n))
  })

  test('a verified host that is far too dear takes no more at once than its part of what is left', async () => {
    await reference()
    const good = await host(honest)
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    expect(await verdict(good)).toBe('verified')
    for (let at = 0; at < 8; at++) await host(honest)
    const before = await earned(good)
    const { database, offers } = floor().market
    await database.transaction((tx) => tx.run(reprice, { host_id: good, price_nano: 100_000_000n }))
    offers.forget()
    for (let at = 0; at < 5; at++) await round(60 * 3_600_000)
    expect(await earned(good)).toBe(before)
  })
})
