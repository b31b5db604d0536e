import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cloneTemplate } from '#tests/server/clone-template.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { startTestServer } from '#tests/server/test-server.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { type Figure, median } from './figures.ts'

const root = join(import.meta.dirname, '..')
const rounds = 5
const run = promisify(execFile)

/** The command line as it is built, from its start to its end: one that reads the database, which is there. */
export async function measureOperator(): Promise<Figure[]> {
  await ensureBuilt()
  const server = await startTestServer()
  const { url, drop } = await cloneTemplate(server)
  const env = {
    ...process.env,
    DATABASE_URL: url,
    SECRETS_KEYS: testSecretsKeys,
    SANDBOX: 'on',
    DEMO: 'off',
  }
  try {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      await run(process.execPath, ['dist/operator/operator.js', 'order', 'list', '--json'], {
        cwd: root,
        env,
      })
      took.push((performance.now() - begun) / 1_000)
    }
    return [
      {
        what: 'operator order list, from start to end',
        measured: median(took),
        unit: 's',
        target: { at: 'most', value: 1 },
      },
    ]
  } finally {
    await drop()
    await server.stop()
  }
}
