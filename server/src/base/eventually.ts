/**
 * What is there at once in a process that serves alone, and has to be asked for where several servers share it. Hot
 * paths wait for a promise only: `const value = said instanceof Promise ? await said : said`.
 */
export type Eventually<T> = T | Promise<T>
