import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { BlobLocation } from '../../server/src/documents/store/blob-location.ts'

/** An S3 server on this machine with one bucket; credentials are those that it takes from anybody. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'mkt-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'papers', configs: [] }],
  })
  const { port } = await server.run()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  const location: BlobLocation = {
    bucket: 'papers',
    prefix: 'of/us/',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
  }
  return {
    location,
    directory,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
