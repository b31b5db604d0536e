/**
 * A process that owns an embedded database as a product does, for tests that kill it. Arguments: a JSON object of
 * options, with `uid` and `gid` to give up root first. Prints one JSON line when it is ready or has failed; ends
 * the database on SIGTERM.
 */
const { uid, gid, ...options } = JSON.parse(process.argv[2] ?? '{}') as Record<string, unknown> & {
  dataDir: string
  uid?: number
  gid?: number
}
if (uid !== undefined && gid !== undefined) {
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
// Only now: what the account cannot read must fail as it would for someone who never was root.
const { startEmbeddedPostgres } = await import('#base/db/embedded/embedded-postgres.ts')

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const quiet = { info() {}, warn() {}, error() {} }
try {
  const server = await startEmbeddedPostgres({ log: quiet, durable: false, ...options })
  process.on('SIGTERM', async () => {
    await server.stop()
    process.exit(0)
  })
  setInterval(() => {}, 60_000)
  say({ url: server.url })
} catch (error) {
  say({ error: (error as Error).message })
  process.exitCode = 1
}

export {}
