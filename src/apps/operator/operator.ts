import { ConfigError, loadConfig } from '#base/config/config.ts'
import { messageOf } from '#base/error-code.ts'
import { createLog } from '#base/telemetry/log.ts'
import { openDependencies } from '../server/open-dependencies.ts'
import { commands } from './commands.ts'
import { crashed, runCommand } from './run-command.ts'

/** The operator's command line. Works beside a running product and without one. */
let close = async () => {}

// A command that has no end of its own just ends, and the database with it if it was started for the command.
for (const [name, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(name, () => {
    if (process.listenerCount(name) === 1) process.exit(exitCode)
  })

/** What a failed statement says of itself has the customers' own values in it: only its cause is told. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

const { exitCode, out, err } = await runCommand(
  commands,
  process.argv.slice(2),
  async () => {
    // Help needs no configuration: it is what someone asks for who has none yet.
    const config = loadConfig()
    const opened = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
    close = opened.close
    return opened.deps
  },
  console.error,
).catch((error: unknown) =>
  crashed(
    process.argv.slice(2),
    error instanceof ConfigError
      ? error.message
      : `The command failed, and can be given again: ${messageOf(causeOf(error))}`,
  ),
)
if (out) console.log(out)
if (err) console.error(err)
await close()
process.exitCode = exitCode
