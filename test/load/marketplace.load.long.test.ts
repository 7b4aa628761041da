// The market of marketplace.load.test.ts with eight times as many who buy.
process.env.LOAD_USERS ??= '200'
await import('./marketplace.load.test.ts')
